/** How long the responses were, and what their length has to do with their age. */
import type { MetricDefinition } from './definition.ts';

export const lengths = [
  {
    name: 'response_length',
    label: 'Response length',
    definition: 'Mean number of response tokens of the samples of this update.',
    formula: '\\overline{N_i}',
    unit: 'tokens',
  },
  {
    name: 'response_length_max',
    label: 'Longest response',
    definition: 'Largest number of response tokens of a sample in the update.',
    formula: '\\max_i N_i',
    unit: 'tokens',
  },
  {
    name: 'response_length_p50',
    label: 'Response length, median',
    definition:
      'Half of the samples have fewer response tokens. Between two samples the value is interpolated.',
    formula: 'Q_{0.5}(N_i)',
    unit: 'tokens',
  },
  {
    name: 'response_length_p90',
    label: 'Response length, 90th percentile',
    definition: 'One sample in ten has more response tokens. Between two samples the value is interpolated.',
    formula: 'Q_{0.9}(N_i)',
    unit: 'tokens',
  },
  {
    name: 'length_staleness_correlation',
    label: 'Correlation of length and age',
    definition:
      'Pearson correlation over samples of the number of response tokens and the head lag. No data where all samples are equally long or equally old.',
    formula: '\\mathrm{corr}(N_i,\\ v_L - \\min_t v_t)',
  },
  {
    name: 'trained_length_ratio',
    label: 'Trained ÷ generated length',
    definition:
      'Mean response length of the samples trained on, divided by the mean over these and the samples dropped for age since the update before. Below 1 dropping favours short answers.',
    formula: '\\overline{N}_{trained}\\,/\\,\\overline{N}_{trained\\,\\cup\\,dropped}',
  },
] as const satisfies readonly MetricDefinition[];
