/**
 * The one colour scale for staleness (design §6), the same in both themes: fresh is light aqua, old is dark
 * rust. Lightness falls monotonically, so that the order survives colour blindness and a grey print; equal
 * steps of colour are doublings of lag, because 0 → 1 matters more than 40 → 41.
 */

/** Lags at which the scale has a stop; colours between two stops are mixed. */
export const STALENESS_LAGS = [0, 1, 2, 4, 8, 16, 32, 64] as const;

const COLOURS = [
  '#49d5ba',
  '#2ec5d4',
  '#4ba9e6',
  '#7786eb',
  '#a15ad7',
  '#bc2e9e',
  '#ba1f5a',
  '#a52520',
] as const;

const channels = COLOURS.map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));

/**
 * Colour of a sample, token or bar that is `lag` versions old.
 * @param lag versions or updates, ≥ 0; a fraction is allowed; above the last stop the last colour holds
 * @returns a CSS hexadecimal colour
 */
export function colourOf(lag: number): string {
  const last = STALENESS_LAGS.length - 1;
  if (!(lag > 0)) return COLOURS[0];
  if (lag >= STALENESS_LAGS[last]!) return COLOURS[last]!;
  let stop = 0;
  while (STALENESS_LAGS[stop + 1]! <= lag) stop++;
  const low = STALENESS_LAGS[stop]!;
  const share = (lag - low) / (STALENESS_LAGS[stop + 1]! - low);
  const mixed = channels[stop]!.map((from, index) =>
    Math.round(from + (channels[stop + 1]![index]! - from) * share),
  );
  return '#' + mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('');
}

/** The whole scale from fresh to old, for legends. Stops are spaced by doublings, as the lags are. */
export const stalenessGradient = `linear-gradient(to right, ${COLOURS.join(', ')})`;
