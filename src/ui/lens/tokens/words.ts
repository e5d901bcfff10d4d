/** Where a token is and what it is, in a few characters. */
import type { TokenColumns } from '../thread/protocol.ts';

/** Prompt and answer as the inspector has them, "12·3"; a made-up answer has its number alone. */
export function placeText({ answer, group, member }: TokenColumns, t: number): string {
  const i = answer[t]!;
  return Number.isNaN(group[i]!) ? String(i + 1) : `${group[i]}·${member[i]! + 1}`;
}

/** The symbol; a made-up token has none. */
export function glyphAt({ token }: TokenColumns, t: number, vocabulary: readonly string[]): string {
  return vocabulary[token[t]!] ?? '–';
}

/** A token in a sentence: which of whose. */
export function tokenWords(columns: TokenColumns, t: number): string {
  const { answer, group, member, place, length } = columns;
  const i = answer[t]!;
  const of = Number.isNaN(group[i]!)
    ? `made-up answer ${i + 1}`
    : `answer ${member[i]! + 1} to prompt ${group[i]}`;
  return `Token ${place[t]! + 1} of ${length[t]} of ${of}`;
}
