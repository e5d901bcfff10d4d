/**
 * How each kind of span looks. Kinds differ by height and pattern as well as by colour, with the colours that the chart of
 * everybody's time has; of decoding the colour is its staleness.
 */
import type { Span, SpanKind } from '../../telemetry/timeline/index.ts';
import type { Palette } from '../pipeline/draw/palette.ts';
import { lagColour } from '../pipeline/draw/palette.ts';

export interface Look {
  /** As it is called where there is little room. */
  readonly title: string;
  /** What is done, in the legend after its title. */
  readonly does: string;
  /** Of the palette; of decoding it stands for the scale of staleness. */
  readonly colour: keyof Palette;
  readonly pattern?: 'rising' | 'falling' | 'upright';
  /** Share of the track's height, from its bottom. */
  readonly height: number;
}

export const looks: Readonly<Record<SpanKind, Look>> = {
  decode: { title: 'decode', does: 'writes answers', colour: 'generating', height: 1 },
  prefill: {
    title: 'prefill',
    does: 'reads prompts',
    colour: 'generating',
    pattern: 'upright',
    height: 0.75,
  },
  admission: { title: 'admission', does: 'waits for it', colour: 'way', height: 0.25 },
  rollout: { title: 'rollout', does: 'waits for a batch', colour: 'way', height: 0.25 },
  train_step: { title: 'train_step', does: 'trains', colour: 'training', height: 1 },
  update_weights: {
    title: 'update_weights',
    does: 'hands over its weights',
    colour: 'publishing',
    pattern: 'rising',
    height: 0.75,
  },
  eval: {
    title: 'eval',
    does: 'answers held-out prompts',
    colour: 'evaluating',
    pattern: 'falling',
    height: 0.5,
  },
  publication: {
    title: 'publication',
    does: 'weights on their way',
    colour: 'publishing',
    pattern: 'rising',
    height: 0.75,
  },
};

/**
 * How many versions behind a decoding counts: when it was trained on, else by now.
 * @param learnerVersion the newest that there is
 */
export function lagOf({ behind, detail }: Pick<Span, 'behind' | 'detail'>, learnerVersion: number): number {
  return Number.isNaN(behind) ? Math.max(0, learnerVersion - detail) : behind;
}

/** Colour of a span without its pattern. */
export function colourOfSpan(kind: SpanKind, lag: number, palette: Palette): string {
  return kind === 'decode' ? lagColour(lag) : String(palette[looks[kind].colour]);
}

/** Black or white, whichever stands out more against a colour of six hexadecimal digits (WCAG's relative luminance). */
export function inkOn(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  // Where contrast with white, 1.05 / (L + 0.05), equals contrast with black, (L + 0.05) / 0.05.
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff';
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
