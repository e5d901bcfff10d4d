/** A token at which a gate acted, and the numbers that the sentences about it speak of. */
import { proximalNames } from './words.ts';
import type { Evaluation, Facts, LearningSettings, MethodSettings } from '../../objectives/contract.ts';
import { methodNeeds, methodSettings } from '../../objectives/index.ts';
import { logRatio, ratioOf, required } from '../../objectives/ratios.ts';

export class Place {
  readonly settings: LearningSettings;
  readonly facts: Facts;
  readonly t: number;
  readonly evaluation: Pick<Evaluation, 'gates' | 'metrics'>;
  /** The shared settings with the method's own laid over them: its clip range, whichever that is. */
  readonly range: MethodSettings;

  constructor(
    settings: LearningSettings,
    facts: Facts,
    t: number,
    evaluation: Pick<Evaluation, 'gates' | 'metrics'>,
  ) {
    this.settings = settings;
    this.facts = facts;
    this.t = t;
    this.evaluation = evaluation;
    this.range = methodSettings(settings);
  }

  get good(): boolean {
    return this.facts.advantage[this.t]! > 0;
  }

  get staleness(): number {
    return required(this.facts, 'staleness', 'the lens')[this.t]!;
  }

  /** log π_θ/μ of the token, or of another one. */
  logTotal(t = this.t): number {
    return logRatio(this.facts.logpTheta[t]!, required(this.facts, 'logpBehave', 'the lens')[t]!);
  }

  get total(): number {
    return ratioOf(this.logTotal());
  }

  /** log of the ratio that the method clips: to its proximal policy, or to the sampler where it has none. */
  logClipped(t = this.t): number {
    return methodNeeds(this.settings).prox === undefined
      ? this.logTotal(t)
      : logRatio(this.facts.logpTheta[t]!, required(this.facts, 'logpProx', 'the lens')[t]!);
  }

  get clipped(): number {
    return ratioOf(this.logClipped());
  }

  /** π_p/μ */
  get discrepancy(): number {
    const prox = required(this.facts, 'logpProx', 'the lens')[this.t]!;
    return ratioOf(logRatio(prox, required(this.facts, 'logpBehave', 'the lens')[this.t]!));
  }

  /** What the ratio that the method clips is taken to. */
  get anchor(): string {
    const { prox } = methodNeeds(this.settings);
    return prox === undefined ? 'the sampler' : proximalNames[prox];
  }

  /** Number of its answer. */
  get sequence(): number {
    return this.facts.offsets.findIndex((end, i) => i > 0 && end > this.t) - 1;
  }

  /** The counted tokens of its answer. */
  get answer(): readonly number[] {
    const { offsets, mask } = this.facts;
    const [from, to] = [offsets[this.sequence]!, offsets[this.sequence + 1]!];
    return Array.from({ length: to - from }, (_, k) => from + k).filter((t) => mask[t]);
  }

  meanOverAnswer(of: (t: number) => number): number {
    const { answer } = this;
    return answer.reduce((sum, t) => sum + of(t), 0) / answer.length;
  }

  acts(gate: string): boolean {
    return this.evaluation.gates[gate]?.[this.t] === 1;
  }
}
