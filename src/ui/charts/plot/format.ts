/** Numbers in words: one way for readings, one for ticks. Missing data is a dash, never 0. */

/** `share` and `percent` are of 1, with and without a decimal. */
export type Format = 'plain' | 'share' | 'percent' | 'integer';

/** A reading with about three significant figures; `–` where there is no data. */
export function reading(value: number, format: Format = 'plain'): string {
  if (Number.isNaN(value)) return '–';
  if (format === 'share') return `${(100 * value).toFixed(1)} %`;
  if (format === 'percent') return `${Math.round(100 * value)} %`;
  if (format === 'integer') return grouped(Math.round(value));
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace('e+', 'e').replaceAll('-', '−');
  if (size >= 1000) return grouped(Math.round(value));
  const digits = Math.min(5, Math.max(1, 2 - Math.floor(Math.log10(size))));
  return value.toFixed(digits).replace('-', '−');
}

/** The same with two figures, where several readings share a line. */
export function shortReading(value: number, format: Format = 'plain'): string {
  if (format === 'share') return reading(value, 'percent');
  const size = Math.abs(value);
  if (format !== 'plain' || !(size >= 0.01 && size < 1000)) return reading(value, format);
  return value.toFixed(size >= 10 ? 0 : size >= 1 ? 1 : 2).replace('-', '−');
}

/** A tick label, as short as it can be. */
export function tickLabel(value: number, format: Format = 'plain'): string {
  if (format === 'share') return `${Number((100 * value).toPrecision(3))} %`;
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size === 0) return '0';
  if (size >= 1e6 || size < 1e-4) return sign + size.toExponential(0).replace('e+', 'e').replace('e-', 'e−');
  if (size >= 1000) return `${sign}${Number((size / 1000).toPrecision(3))}k`;
  return sign + Number(size.toPrecision(3));
}

/** A ratio as a tick on a logarithmic axis: 1/8 … 8, 1/10k, 1e−6. */
export function ratioLabel(ratio: number): string {
  if (ratio >= 1) return tickLabel(ratio);
  const inverse = Number((1 / ratio).toPrecision(9));
  if (inverse !== Number(inverse.toPrecision(3))) return `${Number(ratio.toPrecision(3))}`;
  return inverse >= 1e6 ? tickLabel(ratio) : `1/${tickLabel(inverse)}`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-GB').replace('-', '−');
}

/** How many tokens a histogram counts, for example `n = 2,048`; nothing without tokens. */
export function tokensText(tokens: number): string {
  return tokens === 0 ? '' : `n = ${grouped(tokens)}`;
}
