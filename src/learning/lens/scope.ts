/**
 * How far a method looks: whether the coefficient and the gates of a token follow from its own facts alone, from those of
 * its answer, or from those of the whole batch. An answer's reward and a token's place in its answer are its own facts.
 *
 * It is a promise, which a property test holds all methods to: what lies outside the scope may change without changing
 * coefficient or gates.
 */
import type { SettingValues } from '../../experiment/settings/index.ts';
import type { LearningSettings, MethodName } from '../objectives/contract.ts';
import { objectives } from '../objectives/index.ts';
import { correctionActive } from '../objectives/correction.ts';

export type Scope = 'token' | 'sequence' | 'batch';

/** Methods that look further than at the token, whatever their settings are. */
const METHODS: Partial<Record<MethodName, Scope>> = {
  gspo: 'sequence',
  'gspo-token': 'sequence',
  gmpo: 'sequence',
  vespo: 'sequence',
  'seq-tis': 'sequence',
  'seq-mis': 'sequence',
  'geometric-rejection': 'sequence',
  opsm: 'sequence',
  cppo: 'sequence',
  'mu-grpo': 'sequence',
  'opmd-sequence': 'sequence',
  a2c: 'sequence',
  'v-trace': 'sequence',
  sat: 'batch',
  'sat-gspo': 'batch',
  m2po: 'batch',
  'm2po-mask': 'batch',
  'clip-cov': 'batch',
  'kl-cov': 'batch',
};

/** Of the method that the settings name, with the correction that is laid over it. */
export function scopeOf(settings: LearningSettings): Scope {
  return widest(methodScope(settings), correctionScope(settings));
}

function methodScope(settings: LearningSettings): Scope {
  const { name } = settings.objective;
  switch (name) {
    case 'sapo':
      return settings.sapo.level;
    case 'divergence-rejection':
      return settings['divergence-rejection'].level === 'token' ? 'token' : 'sequence';
    case 'epo':
      return settings.epo.level === 'token' ? 'token' : 'sequence';
    default:
      return METHODS[name] ?? 'token';
  }
}

/** A loss of whole answers is weighted by the mean of its tokens' weights: `correction.ts`. */
function correctionScope({ correction, objective, sapo }: LearningSettings): Scope {
  if (!correctionActive(correction)) return 'token';
  if (correction.normalise) return 'batch';
  const whole =
    objectives[objective.name].whole === true || (objective.name === 'sapo' && sapo.level === 'sequence');
  return whole || looksAtAnswers(correction) ? 'sequence' : 'token';
}

function looksAtAnswers({ sequence, rejection, rejectionLevel, opsm }: SettingValues['correction']): boolean {
  const rejects = rejection === 'geometric' || (rejection !== 'none' && rejectionLevel !== 'token');
  return sequence !== 'none' || rejects || opsm > 0;
}

const ORDER: readonly Scope[] = ['token', 'sequence', 'batch'];

function widest(a: Scope, b: Scope): Scope {
  return ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b;
}
