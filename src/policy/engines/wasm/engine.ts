/**
 * The wasm engine: fused SIMD kernels on one thread, one memory. Deterministic: the same calls give the same bits in
 * every browser and in Node, as every sum has a fixed order and no function of the host is used.
 *
 * Nothing is allocated in steady state: a call makes more room only when it is larger than all before it. A batch too
 * large for `WORKSPACE_BYTES` is taken in chunks of whole rows. The activations of the last forward pass are kept, so
 * that `accumulate` right after `score` of the same batch by the same parameters goes straight to the backward pass.
 */
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
import { scoringTemperature } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import { checkBatch, checkVector } from '../checks.ts';
import { Arena } from './arena.ts';
import { chunksOf, copyOf, pack, type Packed, packedBytes, sameBatch } from './batch.ts';
import { WasmGeneration } from './generation.ts';
import { Mlp } from './mlp.ts';
import type { Kernels } from './module.ts';
import type { Network } from './network.ts';
import { Optimiser } from './optimiser.ts';
import { ParameterMap } from './parameters.ts';
import { Slots, type Vector } from './slots.ts';
import { Transformer } from './transformer.ts';

/** Sizes of chunks depend on the policy alone, never on the machine. */
const WORKSPACE_BYTES = 256 * 1024 * 1024;

/** What the network's activations belong to. */
interface Kept {
  readonly vector: Vector;
  readonly version: number;
  readonly batch: TokenBatch;
}

/** Addresses of a call's rows × length arrays, 0 = not there. */
interface Rows {
  readonly packed: number;
  readonly logprobs: number;
  readonly entropy: number;
  readonly whole: number;
  readonly values: number;
  readonly scratch: number;
}

export class WasmEngine implements Engine {
  readonly descriptor: EngineDescriptor;
  readonly spec: PolicySpec;
  readonly parameters: number;
  private readonly kernels: Kernels;
  private readonly arena: Arena;
  private readonly map: ParameterMap;
  private readonly slots: Slots;
  private readonly network: Network;
  private readonly optimiser: Optimiser;
  private readonly chunkInputs: number;
  private readonly bias: number;
  /** Block for batches and their rows. */
  private exchange = { address: 0, bytes: 0 };
  private kept: Kept | undefined;

  /** @param workspaceBytes most that the activations of one chunk may take */
  constructor(
    spec: PolicySpec,
    descriptor: EngineDescriptor,
    kernels: Kernels,
    workspaceBytes = WORKSPACE_BYTES,
  ) {
    this.spec = spec;
    this.descriptor = descriptor;
    this.kernels = kernels;
    this.arena = new Arena(kernels.memory, kernels.heapBase.value as number);
    this.map = new ParameterMap(spec);
    this.parameters = this.map.parameters;
    this.slots = new Slots(this.arena, this.map.size);
    const Architecture = spec.architecture === 'transformer' ? Transformer : Mlp;
    this.network = new Architecture(kernels, this.arena, spec, this.map);
    this.optimiser = new Optimiser(kernels, this.arena, this.map);
    this.chunkInputs = Math.max(spec.maxLength, Math.floor(workspaceBytes / this.network.bytesPerInput));
    this.bias = spec.valueHead ? this.map.offset('value.bias') : 0;
  }

  async load(slot: Slot, parameters: Float32Array, precision: Precision = 'float32'): Promise<void> {
    checkVector(parameters, this.parameters);
    const rounded = Float32Array.from(parameters);
    roundTo(precision, rounded);
    const { address } = this.slots.blank(slot);
    this.map.scatter(rounded, this.arena.f32, address / 4);
  }

  async read(slot: Slot): Promise<Float32Array> {
    return this.map.gather(this.arena.f32, this.slots.get(slot).address / 4);
  }

  async copy(from: Slot, to: Slot): Promise<void> {
    this.slots.share(from, to);
  }

  async blend(to: Slot, keep: number, from: Slot, add: number): Promise<void> {
    const source = this.slots.get(from).address;
    const target = this.slots.own(to).address;
    this.kernels.blend(this.map.size, target, keep, source, add);
  }

  drop(slot: Slot): void {
    this.slots.drop(slot);
  }

  async generate(request: GenerationRequest): Promise<Generation> {
    checkBatch(request.prompts, this.spec);
    if (request.maxLength > this.spec.maxLength) {
      throw new RangeError(`maxLength ${request.maxLength} is over the policy's ${this.spec.maxLength}`);
    }
    return new WasmGeneration(this.kernels, this.spec, this.network, this.arena, this.slots, request);
  }

  async score(slot: Slot, batch: TokenBatch, request: ScoreRequest): Promise<Scores> {
    checkBatch(batch, this.spec);
    const vector = this.slots.get(slot);
    const { vocabulary, valueHead } = this.spec;
    const cells = batch.rows * batch.length;
    const entropy = request.entropy === true;
    const whole = request.distributions === true;
    const values = request.values === true;
    const rows = this.exchangeRows(batch, entropy, whole, values);
    const { f32 } = this.arena;
    f32.fill(0, this.exchange.address / 4, rows.packed / 4);
    for (const packed of this.forwardChunks(vector, batch, rows.packed)) {
      this.kernels.score(
        packed.inputs,
        this.network.logits,
        this.network.logitStride,
        vocabulary,
        scoringTemperature(request.temperature),
        vector.address + this.bias,
        packed.targets,
        packed.places,
        rows.logprobs,
        rows.entropy,
        rows.whole,
        valueHead ? rows.values : 0,
        rows.scratch,
      );
    }
    const result = (address: number, length: number): Float32Array =>
      this.arena.f32.slice(address / 4, address / 4 + length);
    return {
      logprobs: result(rows.logprobs, cells),
      ...(entropy && { entropy: result(rows.entropy, cells) }),
      ...(whole && { distributions: result(rows.whole, cells * vocabulary) }),
      ...(values && { values: result(rows.values, cells) }),
    };
  }

  async accumulate(batch: TokenBatch, gradient: GradientRows): Promise<void> {
    checkBatch(batch, this.spec);
    const vector = this.slots.get('theta');
    const { vocabulary, valueHead } = this.spec;
    const cells = batch.rows * batch.length;
    const values = valueHead ? gradient.values : undefined;
    const rows = this.exchangeRows(batch, false, gradient.logits !== undefined, values !== undefined);
    const { gradient: to } = this.optimiser;
    const { f32 } = this.arena;
    f32.set(gradient.logprobs.subarray(0, cells), rows.logprobs / 4);
    if (gradient.logits !== undefined) {
      f32.set(gradient.logits.subarray(0, cells * vocabulary), rows.whole / 4);
    }
    if (values !== undefined) f32.set(values.subarray(0, cells), rows.values / 4);
    for (const packed of this.forwardChunks(vector, batch, rows.packed)) {
      this.kernels.scoreBackward(
        packed.inputs,
        this.network.logits,
        this.network.logitStride,
        vocabulary,
        scoringTemperature(gradient.temperature),
        packed.targets,
        packed.places,
        rows.logprobs,
        rows.whole,
        rows.values,
        this.network.slopes,
        to + this.bias,
      );
      this.network.backward(vector, packed, to);
    }
  }

  async readGradient(): Promise<Float32Array> {
    return this.optimiser.readGradient();
  }

  async step(settings: AdamSettings): Promise<StepReport> {
    this.slots.get('theta');
    return this.optimiser.step(settings, () => this.slots.own('theta').address);
  }

  async readOptimiser(): Promise<OptimiserState> {
    return this.optimiser.read();
  }

  async loadOptimiser(state: OptimiserState): Promise<void> {
    checkVector(state.first, this.parameters);
    checkVector(state.second, this.parameters);
    this.optimiser.load(state);
  }

  /** No tensors; the size of the memory, which never shrinks. */
  memory(): EngineMemory {
    return { tensors: 0, bytes: this.arena.bytes };
  }

  dispose(): void {
    this.kept = undefined;
    this.network.dispose();
    this.slots.dispose();
  }

  /** Runs the network over a batch, chunk by chunk; the caller uses the logits before it asks for the next. */
  private *forwardChunks(vector: Vector, batch: TokenBatch, at: number): Generator<Packed> {
    const chunks = chunksOf(batch, this.chunkInputs);
    const most = Math.min(this.chunkInputs, batch.rows * (batch.length - 1));
    for (const chunk of chunks) {
      const packed = pack(batch, chunk, this.arena, at);
      if (chunks.length > 1 || !this.isKept(vector, batch)) {
        this.kept = undefined;
        this.network.reserve(Math.max(most, chunk.inputs));
        this.network.forward(vector, packed);
        if (chunks.length === 1) this.kept = { vector, version: vector.version, batch: copyOf(batch) };
      }
      yield packed;
    }
  }

  private isKept(vector: Vector, batch: TokenBatch): boolean {
    const { kept } = this;
    return kept?.vector === vector && kept.version === vector.version && sameBatch(kept.batch, batch);
  }

  /** Places for a call's arrays, at the front, and for a packed chunk behind them. */
  private exchangeRows(batch: TokenBatch, entropy: boolean, whole: boolean, values: boolean): Rows {
    const cells = batch.rows * batch.length * 4;
    let bytes = 0;
    const take = (wanted: boolean, size: number): number => {
      const at = bytes;
      if (wanted) bytes += size;
      return at;
    };
    const at = {
      logprobs: take(true, cells),
      entropy: take(entropy, cells),
      whole: take(whole, cells * this.spec.vocabulary),
      values: take(values, cells),
      packed: take(true, packedBytes(batch.rows * batch.length, batch.rows)),
      scratch: take(true, 2 * this.kernels.rowBytes(this.spec.vocabulary)),
    };
    if (this.exchange.bytes < bytes) {
      this.arena.release(this.exchange.address);
      this.exchange = { address: this.arena.allocate(bytes), bytes };
    }
    const { address } = this.exchange;
    return {
      packed: address + at.packed,
      scratch: address + at.scratch,
      logprobs: address + at.logprobs,
      entropy: entropy ? address + at.entropy : 0,
      whole: whole ? address + at.whole : 0,
      values: values ? address + at.values : 0,
    };
  }
}
