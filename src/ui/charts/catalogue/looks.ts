/** How the lines of a chart are told apart: by lightness and dash as well as by hue. */
export const [FIRST, SECOND, THIRD, FOURTH] = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
] as const;
export const [DASHED, DOTTED, MIXED] = ['5 3', '1.5 3', '7 3 1.5 3'] as const;
