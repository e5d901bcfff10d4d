/** A chart by its entry in the catalogue. */
import type { ChartSpec } from '../catalogue/spec.ts';
import { RatioHistogram } from '../histograms/RatioHistogram.tsx';
import { StalenessHistogram } from '../histograms/StalenessHistogram.tsx';
import { LineChart, type ChartProps } from '../lines/LineChart.tsx';

export function Chart({ spec, ...props }: ChartProps & { readonly spec: ChartSpec }) {
  switch (spec.kind) {
    case 'lines':
      return <LineChart spec={spec} {...props} />;
    case 'ratio':
      return <RatioHistogram spec={spec} {...props} />;
    case 'staleness':
      return <StalenessHistogram spec={spec} {...props} />;
  }
}
