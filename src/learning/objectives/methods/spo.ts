/**
 * Simple policy optimisation: a quadratic penalty on the ratio in place of PPO's clip.
 *
 *   loss_t = −A ρ + |A|·(ρ−1)²/(2ε)        c_t = ρ·A·[1 − sign(A(ρ−1))·|ρ−1|/ε]
 */
import type { Objective } from '../contract.ts';
import { beyondClamp, logRatios, ratioOf, required } from '../ratios.ts';
import { gate } from '../surrogates.ts';

export const spo: Objective<'spo'> = {
  name: 'spo',
  title: 'SPO',
  formula: String.raw`\ell_t = -\rho_t A_t + |A_t|\,\frac{(\rho_t-1)^2}{2\varepsilon}`,
  paper: 'arXiv:2401.16025',
  source: 'objectives.md §23, §39',
  status: 'CONFIRMED-2ND',
  caveat:
    'Taken from write-ups: DRPO without its factor μ. The radius that its authors use is not confirmed.',
  words:
    'The ratio has a soft wall at 1 ± ε: the push fades to 0 there and turns round beyond. It holds the ' +
    'ratios where PPO only stops pushing.',
  zeroes: 'Nothing; it attenuates smoothly and turns round.',
  aggregation: 'token-mean',
  settings: [],
  group: 'spo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const logRho = logRatios(facts.logpTheta, required(detached, 'logpBehave', 'spo'), mask);
    const losses = new Float64Array(mask.length);
    const coefficients = new Float64Array(mask.length);
    const reversed = new Uint8Array(mask.length);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const A = detached.advantage[t]!;
      const rho = ratioOf(logRho[t]!);
      const strength = Math.abs(A) / settings.delta;
      losses[t] = -A * rho + (strength * (rho - 1) * (rho - 1)) / 2;
      if (!beyondClamp(logRho[t]!)) coefficients[t] = rho * (A - strength * (rho - 1));
      if (coefficients[t]! * A < 0) reversed[t] = 1;
    }
    return {
      losses,
      coefficients,
      gates: { reversed, clamped: gate(mask, (t) => beyondClamp(logRho[t]!)) },
      metrics: {},
    };
  },
};
