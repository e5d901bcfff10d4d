/** The key to the colours: how many versions behind the learner. */
import { colourOf, STALENESS_LAGS } from '../theme/staleness.ts';

export function AgeScale() {
  return (
    <div
      className="age-scale"
      role="img"
      aria-label="Colours: 0 to 64 versions behind the learner, light to dark"
    >
      <span className="age-title" aria-hidden>
        versions behind
      </span>
      {STALENESS_LAGS.map((lag) => (
        <span key={lag} className="age-stop" aria-hidden>
          <span className="age-colour" style={{ background: colourOf(lag) }} />
          {lag}
        </span>
      ))}
    </div>
  );
}
