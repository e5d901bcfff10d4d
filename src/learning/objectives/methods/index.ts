/** The methods by the value of `objective.name`, one file each. */
import type { MethodGroup } from '../../../experiment/settings/index.ts';
import type { MethodName, Objective } from '../contract.ts';
import { a2c } from './a2c.ts';
import { a3po } from './a3po.ts';
import { a3poLinear } from './a3poLinear.ts';
import { cispo } from './cispo.ts';
import { clipCov } from './clipCov.ts';
import { cppo } from './cppo.ts';
import { decoupledPpo } from './decoupledPpo.ts';
import { delightful } from './delightful.ts';
import { divergenceRejection } from './divergenceRejection.ts';
import { dppoFullKl } from './dppoFullKl.ts';
import { dppoFullTv } from './dppoFullTv.ts';
import { dppoKl } from './dppoKl.ts';
import { dppoTv } from './dppoTv.ts';
import { drpo } from './drpo.ts';
import { dualClip } from './dualClip.ts';
import { epo } from './epo.ts';
import { epoHinge } from './epoHinge.ts';
import { exactOldLogits } from './exactOldLogits.ts';
import { geometricRejection } from './geometricRejection.ts';
import { gmpo } from './gmpo.ts';
import { grpo } from './grpo.ts';
import { gspo } from './gspo.ts';
import { gspoToken } from './gspoToken.ts';
import { icepop } from './icepop.ts';
import { klCov } from './klCov.ts';
import { m2po } from './m2po.ts';
import { m2poMask } from './m2poMask.ts';
import { minirl } from './minirl.ts';
import { mis } from './mis.ts';
import { muGrpo } from './muGrpo.ts';
import { opmd } from './opmd.ts';
import { opmdSequence } from './opmdSequence.ts';
import { opsm } from './opsm.ts';
import { ppo } from './ppo.ts';
import { ppoDelta } from './ppoDelta.ts';
import { ppoEwma } from './ppoEwma.ts';
import { ppoEwmaRevised } from './ppoEwmaRevised.ts';
import { ppoRecompute } from './ppoRecompute.ts';
import { primeIpo } from './primeIpo.ts';
import { primeRl } from './primeRl.ts';
import { reinforce } from './reinforce.ts';
import { sapo } from './sapo.ts';
import { sat } from './sat.ts';
import { satGspo } from './satGspo.ts';
import { seqMis } from './seqMis.ts';
import { seqTis } from './seqTis.ts';
import { spo } from './spo.ts';
import { successConditioning } from './successConditioning.ts';
import { tis } from './tis.ts';
import { topr } from './topr.ts';
import { vTraceObjective } from './vTrace.ts';
import { vespo } from './vespo.ts';

/** A method as everybody but its own file sees it: what its own settings are is nobody else's business. */
export type AnyObjective = Objective<MethodGroup> | Objective;

/** Typed by the table of settings: an option without a method does not compile. */
export const objectives = {
  reinforce: reinforce,
  ppo: ppo,
  'ppo-recompute': ppoRecompute,
  'decoupled-ppo': decoupledPpo,
  'dual-clip': dualClip,
  'ppo-delta': ppoDelta,
  grpo: grpo,
  gspo: gspo,
  'gspo-token': gspoToken,
  gmpo: gmpo,
  cispo: cispo,
  sapo: sapo,
  minirl: minirl,
  tis: tis,
  'seq-tis': seqTis,
  mis: mis,
  icepop: icepop,
  'seq-mis': seqMis,
  'geometric-rejection': geometricRejection,
  'divergence-rejection': divergenceRejection,
  opsm: opsm,
  a3po: a3po,
  'a3po-linear': a3poLinear,
  'ppo-ewma': ppoEwma,
  'ppo-ewma-revised': ppoEwmaRevised,
  'exact-old-logits': exactOldLogits,
  sat: sat,
  'sat-gspo': satGspo,
  m2po: m2po,
  'm2po-mask': m2poMask,
  vespo: vespo,
  'dppo-tv': dppoTv,
  'dppo-kl': dppoKl,
  'dppo-full-tv': dppoFullTv,
  'dppo-full-kl': dppoFullKl,
  'prime-rl': primeRl,
  'prime-ipo': primeIpo,
  drpo: drpo,
  spo: spo,
  cppo: cppo,
  'mu-grpo': muGrpo,
  delightful: delightful,
  'success-conditioning': successConditioning,
  topr: topr,
  opmd: opmd,
  'opmd-sequence': opmdSequence,
  'clip-cov': clipCov,
  'kl-cov': klCov,
  epo: epo,
  'epo-hinge': epoHinge,
  a2c: a2c,
  'v-trace': vTraceObjective,
} satisfies Record<MethodName, unknown> as unknown as Readonly<Record<MethodName, AnyObjective>>;
