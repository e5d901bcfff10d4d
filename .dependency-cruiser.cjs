/** The arrows of the design: each folder may import only from the ones named here. */
const allowed = {
  numerics: [],
  experiment: ['numerics'],
  tasks: ['experiment', 'numerics'],
  policy: ['experiment', 'numerics'],
  learning: ['experiment', 'numerics'],
  pipeline: ['experiment', 'numerics'],
  telemetry: ['experiment', 'learning', 'numerics'],
  runtime: ['experiment', 'learning', 'numerics', 'pipeline', 'policy', 'tasks', 'telemetry'],
  benchmark: ['experiment', 'learning', 'numerics', 'policy', 'runtime', 'tasks', 'telemetry'],
  cli: [
    'benchmark',
    'experiment',
    'learning',
    'numerics',
    'pipeline',
    'policy',
    'runtime',
    'tasks',
    'telemetry',
  ],
};

const directions = Object.entries(allowed).map(([folder, targets]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import only: ${targets.join(', ') || 'nothing else in src'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...targets].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...directions,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'tests-are-leaves',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
};
