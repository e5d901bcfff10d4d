/**
 * The tfjs engine: any tfjs backend behind the interface of `policy/engine.ts`. It is the reference for the
 * fused engines. One thread has one tfjs backend; `backends.ts` chooses and starts it.
 *
 * Steady state on the device: one `Parameters` a loaded slot, the three vectors of the optimiser, and what
 * generations under way hold. Every call frees all else before its promise resolves.
 */
import * as tf from '@tensorflow/tfjs-core';
import { roundTo } from '../../../numerics/rounding.ts';
import type {
  AdamSettings,
  Engine,
  EngineDescriptor,
  EngineMemory,
  Generation,
  GenerationRequest,
  GradientRows,
  OptimiserState,
  Precision,
  ScoreRequest,
  Scores,
  Slot,
  StepReport,
  TokenBatch,
} from '../../engine.ts';
import { type Layout, layoutOf } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';
import { checkBatch, checkVector } from '../checks.ts';
import { TfjsGeneration } from './generation.ts';
import { networkOf, outputsOf } from './heads.ts';
import type { Network } from './network.ts';
import { seedGradient } from './operations.ts';
import { Optimiser } from './optimiser.ts';
import { Parameters } from './parameters.ts';
import { inputsOf, outputGradient, scoresOf } from './rows.ts';

export class TfjsEngine implements Engine {
  readonly descriptor: EngineDescriptor;
  readonly spec: PolicySpec;
  readonly parameters: number;
  private readonly layout: Layout;
  private readonly network: Network;
  private readonly slots = new Map<Slot, Parameters>();
  private readonly optimiser: Optimiser;

  constructor(spec: PolicySpec, descriptor: EngineDescriptor) {
    this.spec = spec;
    this.descriptor = descriptor;
    this.layout = layoutOf(spec);
    this.parameters = this.layout.total;
    this.network = networkOf(spec);
    this.optimiser = new Optimiser(this.parameters);
  }

  async load(slot: Slot, parameters: Float32Array, precision: Precision = 'float32'): Promise<void> {
    checkVector(parameters, this.parameters);
    // A copy: tfjs keeps the array it is given, which may be a view of shared memory.
    const rounded = Float32Array.from(parameters);
    roundTo(precision, rounded);
    this.put(slot, tf.tensor1d(rounded));
  }

  async read(slot: Slot): Promise<Float32Array> {
    return Float32Array.from(await this.get(slot).flat.data());
  }

  async copy(from: Slot, to: Slot): Promise<void> {
    const parameters = this.get(from).retain();
    this.slots.get(to)?.release();
    this.slots.set(to, parameters);
  }

  async blend(to: Slot, keep: number, from: Slot, add: number): Promise<void> {
    const target = this.get(to).flat;
    const source = this.get(from).flat;
    this.put(
      to,
      tf.tidy(() => tf.add(tf.mul(target, keep), tf.mul(source, add))),
    );
  }

  drop(slot: Slot): void {
    this.slots.get(slot)?.release();
    this.slots.delete(slot);
  }

  async generate(request: GenerationRequest): Promise<Generation> {
    checkBatch(request.prompts, this.spec);
    if (request.maxLength > this.spec.maxLength) {
      throw new RangeError(`maxLength ${request.maxLength} is over the policy's ${this.spec.maxLength}`);
    }
    return new TfjsGeneration(this.spec, this.network, request, () => this.get(request.slot).retain());
  }

  async score(slot: Slot, batch: TokenBatch, request: ScoreRequest): Promise<Scores> {
    checkBatch(batch, this.spec);
    const { tensors } = this.get(slot);
    if (batch.length < 2 || batch.rows === 0) return scoresOf(this.spec, batch, request, []);
    const outputs = tf.tidy(() =>
      outputsOf(this.spec, tensors, this.network.forward(tensors, inputsOf(batch))),
    );
    const values = await outputs.data();
    outputs.dispose();
    return scoresOf(this.spec, batch, request, values);
  }

  async accumulate(batch: TokenBatch, rows: GradientRows): Promise<void> {
    checkBatch(batch, this.spec);
    const { tensors } = this.get('theta');
    if (batch.length < 2 || batch.rows === 0) return;
    const names = this.layout.tensors.map((tensor) => tensor.name);
    const gradient = tf.tidy(() => {
      const byOutputs = outputGradient(this.spec, batch, rows);
      const loss = (...leaves: tf.Tensor[]): tf.Scalar => {
        const named = Object.fromEntries(names.map((name, i) => [name, leaves[i]!]));
        const pass = this.network.forward(named, inputsOf(batch));
        return seedGradient(outputsOf(this.spec, named, pass), byOutputs);
      };
      const gradients = tf.grads(loss)(names.map((name) => tensors[name]!));
      return tf.concat(gradients.map((part) => tf.reshape(part, [part.size]))) as tf.Tensor1D;
    });
    this.optimiser.accumulate(gradient);
  }

  readGradient(): Promise<Float32Array> {
    return this.optimiser.readGradient();
  }

  async step(settings: AdamSettings): Promise<StepReport> {
    const { gradientNorm, next } = await this.optimiser.step(settings, this.get('theta').flat);
    if (next !== undefined) this.put('theta', next);
    return { gradientNorm, applied: next !== undefined };
  }

  readOptimiser(): Promise<OptimiserState> {
    return this.optimiser.read();
  }

  async loadOptimiser(state: OptimiserState): Promise<void> {
    checkVector(state.first, this.parameters);
    checkVector(state.second, this.parameters);
    this.optimiser.load(state);
  }

  memory(): EngineMemory {
    const { numTensors, numBytes } = tf.memory();
    return { tensors: numTensors, bytes: numBytes };
  }

  dispose(): void {
    for (const parameters of this.slots.values()) parameters.release();
    this.slots.clear();
    this.optimiser.dispose();
  }

  private get(slot: Slot): Parameters {
    const parameters = this.slots.get(slot);
    if (parameters === undefined) throw new Error(`slot "${slot}" holds no parameters`);
    return parameters;
  }

  private put(slot: Slot, flat: tf.Tensor1D): void {
    this.slots.get(slot)?.release();
    this.slots.set(slot, new Parameters(this.layout, flat));
  }
}
