/** Numbers as the stage shows them. "–" means that there is no data. */

export const NO_DATA = '–';

export function percent(value: number | undefined, digits = 0): string {
  return value === undefined || Number.isNaN(value) ? NO_DATA : `${(value * 100).toFixed(digits)} %`;
}

export function decimal(value: number | undefined, digits = 1): string {
  return value === undefined || Number.isNaN(value) ? NO_DATA : value.toFixed(digits);
}

export function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? NO_DATA : Math.round(value).toLocaleString('en');
}
