/** One method's cosine: a dot on its interval, a ring where noise was left in, and the same in figures. */
import type { Cosine } from '../../../../runtime/lens/cosine.ts';

const WIDTH = 200;
const HEIGHT = 18;

export function Whisker({
  cosine: { plain, corrected },
  from,
}: {
  readonly cosine: Cosine;
  /** Left end of the axis, which ends at 1. */
  readonly from: number;
}) {
  const best = corrected ?? plain;
  const x = (value: number) =>
    6 + ((Math.min(1.05, Math.max(from, value)) - from) / (1.05 - from)) * (WIDTH - 12);
  const y = HEIGHT / 2;
  return (
    <>
      <td>
        <svg
          className="lens-whisker"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden
          focusable="false"
        >
          {[0, 1].map((mark) => (
            <line key={mark} x1={x(mark)} x2={x(mark)} y1="0" y2={HEIGHT} stroke="var(--chart-grid)" />
          ))}
          {Number.isFinite(best.low) && (
            <line x1={x(best.low)} x2={x(best.high)} y1={y} y2={y} stroke="var(--chart-1)" strokeWidth="2" />
          )}
          <circle cx={x(plain.value)} cy={y} r="3" fill="var(--surface)" stroke="var(--chart-1)" />
          {corrected !== undefined && <circle cx={x(corrected.value)} cy={y} r="4" fill="var(--chart-1)" />}
        </svg>
      </td>
      <td
        data-testid="lens-cosine-value"
        data-value={best.value}
        data-low={best.low}
        data-high={best.high}
        data-plain={plain.value}
      >
        {figure(best.value)}
        <small>
          {Number.isFinite(best.low) ? ` ${figure(best.low)} to ${figure(best.high)}` : ' no interval'}
          {corrected === undefined && ', with noise'}
        </small>
      </td>
    </>
  );
}

function figure(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
