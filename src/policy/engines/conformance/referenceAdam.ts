/** Adam as in the paper (Kingma & Ba 2015, algorithm 1), in float64. */
import { pow } from '../../../numerics/elementary.ts';
import type { AdamSettings } from '../../engine.ts';

export class ReferenceAdam {
  readonly parameters: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  private readonly settings: AdamSettings;
  private steps = 0;

  constructor(parameters: Float32Array, settings: AdamSettings) {
    this.parameters = Float64Array.from(parameters);
    this.first = new Float64Array(parameters.length);
    this.second = new Float64Array(parameters.length);
    this.settings = settings;
  }

  /** Returns the gradient's norm. */
  step(gradient: Float32Array): number {
    const { learningRate, beta1, beta2, epsilon, gradientClip } = this.settings;
    const t = ++this.steps;
    const norm = Math.sqrt(gradient.reduce((sum, g) => sum + g * g, 0));
    const shorten = gradientClip > 0 && norm > gradientClip ? gradientClip / norm : 1;
    const [meanCorrection, squareCorrection] = [1 - pow(beta1, t), 1 - pow(beta2, t)];
    gradient.forEach((raw, i) => {
      const g = raw * shorten;
      this.first[i] = beta1 * this.first[i]! + (1 - beta1) * g;
      this.second[i] = beta2 * this.second[i]! + (1 - beta2) * g * g;
      const mean = this.first[i]! / meanCorrection;
      const square = this.second[i]! / squareCorrection;
      this.parameters[i]! -= (learningRate * mean) / (Math.sqrt(square) + epsilon);
    });
    return norm;
  }
}
