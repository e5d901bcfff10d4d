/**
 * What a method makes of one token as its importance ratio runs from 0 to large: the two curves of the lens, for a good
 * answer and a bad one. A point is what `evaluateObjective` says of the probe's batch with the probe there; there is no
 * formula of any method here.
 *
 * A method that looks at a token or an answer alone is asked once for all points, each an answer of its own; one that
 * looks at the whole batch once a point. `scope.ts` says which, and a test compares both with one evaluation a point.
 */
import type { Evaluation, Facts, LearningSettings } from '../objectives/contract.ts';
import { evaluateObjective, needsOf } from '../objectives/index.ts';
import { factsFor } from './facts.ts';
import { type Breaks, breaksOf, type Cost, type Line, type Sampled } from './kinks.ts';
import { type Bench, benchOf, type BenchLayout, type Probe, reachOf } from './probe.ts';
import { scopeOf } from './scope.ts';

export interface Curve extends Breaks {
  /** c of the probe at every point; NaN beyond the reach, where its probability would exceed 1. */
  readonly coefficients: Float64Array;
  /** Which gates act on the probe at every point, by the method's names; 0 beyond the reach. */
  readonly gates: Readonly<Record<string, Uint8Array>>;
}

export interface Curves {
  /** A > 0. */
  readonly positive: Curve;
  /** A < 0. */
  readonly negative: Curve;
}

const SIGNS = [1, -1] as const;

/**
 * @param probe within `probeRanges`; `probeWith` makes one
 * @param logRatios log π_θ/μ of the points, ascending
 * @throws RangeError where they do not ascend
 */
export function curves(settings: LearningSettings, probe: Probe, logRatios: Float64Array): Curves {
  for (let i = 1; i < logRatios.length; i++) {
    if (!(logRatios[i]! > logRatios[i - 1]!)) throw new RangeError('the points of a curve must ascend');
  }
  const { xs: asked, places } = askedPoints(logRatios, reachOf(probe));
  const method = new Asked(settings, probe);
  const xs = new Float64Array(2 * asked.length);
  xs.set(asked);
  xs.set(asked, asked.length);
  const lineOf = new Int32Array(xs.length).fill(1, asked.length);
  const all = method.sample(xs, lineOf);
  const lines = SIGNS.map((_, index): Line & GatesAt => {
    const [from, to] = [index * asked.length, (index + 1) * asked.length];
    return {
      xs: asked,
      scale: probe.advantage,
      coefficients: all.coefficients.subarray(from, to),
      signatures: all.signatures.subarray(from, to),
      gates: all.gates.map((acts) => acts.subarray(from, to)),
    };
  });
  const breaks = breaksOf(lines, (points, of) => method.sample(points, of), method.cost);
  const [positive, negative] = lines.map((line, i) => curveOf(line, places, method.names, breaks[i]!));
  return { positive: positive!, negative: negative! };
}

interface GatesAt {
  /** By the order of the method's names. */
  readonly gates: readonly Uint8Array[];
}

interface AskedPoints {
  /** Ascending. */
  readonly xs: Float64Array;
  /** Where each point of the curve is among them; −1 beyond the reach. */
  readonly places: Int32Array;
}

/**
 * The points within reach, with ratio 1 and the reach itself where they are in the range: what is narrower than the
 * distance of two points lies about ratio 1 if anywhere.
 */
function askedPoints(logRatios: Float64Array, reach: number): AskedPoints {
  const extras = [0, reach].filter(
    (x) => logRatios[0]! < x && x < logRatios.at(-1)! && !logRatios.includes(x),
  );
  const xs = Float64Array.from([...logRatios.filter((x) => x <= reach), ...extras]).sort();
  const places = new Int32Array(logRatios.length).fill(-1);
  for (let i = 0, at = 0; i < logRatios.length; i++) {
    while (at < xs.length && xs[at]! < logRatios[i]!) at++;
    if (xs[at] === logRatios[i]) places[i] = at;
  }
  return { xs, places };
}

function curveOf(line: GatesAt & Line, places: Int32Array, names: readonly string[], breaks: Breaks): Curve {
  const coefficients = new Float64Array(places.length).fill(NaN);
  const gates = names.map(() => new Uint8Array(places.length));
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    if (at < 0) continue;
    coefficients[i] = line.coefficients[at]!;
    for (let g = 0; g < names.length; g++) gates[g]![i] = line.gates[g]![at]!;
  }
  return {
    coefficients,
    gates: Object.fromEntries(names.map((name, g) => [name, gates[g]!])),
    ...breaks,
  };
}

/** A method that can be asked for any points. */
class Asked {
  /** Of its gates; known once it has been asked. */
  names: readonly string[] = [];
  readonly #settings: LearningSettings;
  readonly #probe: Probe;
  readonly #scope: ReturnType<typeof scopeOf>;
  readonly #needs: ReturnType<typeof needsOf>;
  /** For methods that are asked once a point: a batch of either sign, kept. */
  readonly #batches: (Whole | undefined)[] = [];

  constructor(settings: LearningSettings, probe: Probe) {
    this.#settings = settings;
    this.#probe = probe;
    this.#scope = scopeOf(settings);
    this.#needs = needsOf(settings);
  }

  get cost(): Cost {
    return this.#scope === 'batch' ? 'point' : 'call';
  }

  /** @param lines 0 for a good answer, 1 for a bad one */
  sample(xs: Float64Array, lines: Int32Array): Sampled & GatesAt {
    return this.#scope === 'batch' ? this.#oneByOne(xs, lines) : this.#together(xs, lines);
  }

  #together(xs: Float64Array, lines: Int32Array): Sampled & GatesAt {
    const answers = lines.map((line) => SIGNS[line]!);
    const { bench, facts } = this.#bench({ answers, alone: this.#scope === 'token', others: false });
    for (let k = 0; k < xs.length; k++) bench.set(k, xs[k]!);
    const evaluation = evaluateObjective(facts, this.#settings);
    const sampled = this.#room(xs.length, evaluation);
    for (let k = 0; k < xs.length; k++) read(evaluation, bench.at(k), sampled, k);
    return sampled;
  }

  #oneByOne(xs: Float64Array, lines: Int32Array): Sampled & GatesAt {
    let sampled: (Sampled & GatesAt) | undefined;
    xs.forEach((x, k) => {
      const line = lines[k]!;
      const { bench, facts } = (this.#batches[line] ??= this.#bench({
        answers: [SIGNS[line]!],
        alone: false,
        others: true,
      }));
      bench.set(0, x);
      const evaluation = evaluateObjective(facts, this.#settings);
      sampled ??= this.#room(xs.length, evaluation);
      read(evaluation, bench.at(0), sampled, k);
    });
    return sampled ?? { coefficients: new Float64Array(0), signatures: new Int32Array(0), gates: [] };
  }

  #bench(layout: BenchLayout): Whole {
    const bench = benchOf(this.#probe, layout, this.#needs);
    const own = factsFor(this.#settings, bench.facts);
    if ('missing' in own) throw new Error(`the probe lacks a fact: ${own.missing}`);
    return { bench, facts: own.facts };
  }

  #room(points: number, { gates }: Evaluation): Sampled & GatesAt {
    this.names = Object.keys(gates);
    return {
      coefficients: new Float64Array(points),
      signatures: new Int32Array(points),
      gates: this.names.map(() => new Uint8Array(points)),
    };
  }
}

/** A batch whose arrays change with its bench. */
interface Whole {
  readonly bench: Bench;
  readonly facts: Facts;
}

/** What an evaluation says of token t, as the k-th point; its gates are always in one order. */
function read({ coefficients, gates }: Evaluation, t: number, into: Sampled & GatesAt, k: number): void {
  const c = coefficients[t]!;
  let signature = c === 0 ? 1 : 0;
  let g = 0;
  for (const name in gates) {
    const acts = gates[name]![t]!;
    into.gates[g]![k] = acts;
    signature |= acts << ++g;
  }
  into.coefficients[k] = c;
  into.signatures[k] = signature;
}
