/** A chart by its entry in the catalogue. */
import type { ChartSpec } from '../catalogue/spec.ts';
import { AgeChart } from '../histograms/AgeChart.tsx';
import { HeatMap } from '../histograms/HeatMap.tsx';
import { RatioHistogram } from '../histograms/RatioHistogram.tsx';
import { LineChart, type ChartProps } from '../lines/LineChart.tsx';
import { TimeChart } from '../time/TimeChart.tsx';

export function Chart({ spec, ...props }: ChartProps & { readonly spec: ChartSpec }) {
  switch (spec.kind) {
    case 'lines':
      return <LineChart spec={spec} {...props} />;
    case 'ratio':
      return <RatioHistogram spec={spec} {...props} />;
    case 'age':
      return <AgeChart spec={spec} {...props} />;
    case 'heat':
      return <HeatMap spec={spec} {...props} />;
    case 'time':
      return <TimeChart spec={spec} {...props} />;
  }
}
