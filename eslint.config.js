import globals from 'globals';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

/**
 * These differ in the last bit between JavaScript engines. What decides weights, samples, coefficients,
 * event times or fingerprints uses `src/numerics/elementary.ts` and `random.ts` instead.
 */
const inexact = [
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atan2',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'exp',
  'expm1',
  'hypot',
  'log',
  'log10',
  'log1p',
  'log2',
  'pow',
  'random',
  'sin',
  'sinh',
  'tan',
  'tanh',
];

export default typescript.config(
  { ignores: ['dist', '.cache', 'node_modules', 'src/policy/engines/wasm/assembly'] },
  ...typescript.configs.strict,
  {
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['**/*.test.ts', '**/*.test.tsx', 'src/ui/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...inexact.map((property) => ({
          object: 'Math',
          property,
          message: 'Not the same bits in every engine: use src/numerics/.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "BinaryExpression[operator='**']",
          message: 'Not the same bits in every engine: use src/numerics/.',
        },
      ],
    },
  },
  { files: ['src/ui/**/*.{ts,tsx}', 'src/main.tsx'], ...hooks.configs.flat['recommended-latest'] },
  { files: ['src/**/*.{ts,tsx}'], languageOptions: { globals: globals.browser } },
  {
    files: ['src/cli/**', 'e2e/**', '*.js', '*.cjs', '*.ts', '**/*.mjs'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  { files: ['public/**'], languageOptions: { globals: globals.serviceworker } },
);
