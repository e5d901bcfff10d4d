/**
 * Tables of cases that together hold every value, or every pair of values, of several factors: with far fewer cases
 * than all combinations (covering arrays, built greedily as in Cohen et al. 1997). No random numbers.
 */

export type Factors = Readonly<Record<string, readonly (number | string | boolean)[]>>;

export type Case<F extends Factors> = { readonly [K in keyof F]: F[K][number] };

type Row = Record<string, number | string | boolean>;

/**
 * Cases that hold every combination of `strength` values that any case can hold. Where nothing is left to cover the first
 * value of a factor is taken, so it should be the cheapest.
 * @param admits whether a case is allowed, asked also of cases of which some factors are still undefined
 */
export function covering<const F extends Factors>(
  factors: F,
  strength: 1 | 2,
  admits: (candidate: Partial<Case<F>>) => boolean,
): Case<F>[] {
  const names = Object.keys(factors);
  const allowed = (row: Row): boolean => admits(row as Partial<Case<F>>);
  const open = new Map<string, Row>();
  names.forEach((a, i) => {
    for (const value of factors[a]!) {
      if (strength === 1) open.set(key(a, value), { [a]: value });
      else {
        for (const b of names.slice(i + 1)) {
          for (const other of factors[b]!) {
            const row = { [a]: value, [b]: other };
            if (allowed(row)) open.set(key(a, value, b, other), row);
          }
        }
      }
    }
  });
  const cases: Case<F>[] = [];
  while (open.size > 0) {
    const row: Row = { ...(open.values().next().value as Row) };
    for (const name of names) {
      if (name in row) continue;
      let best = -1;
      for (const value of factors[name]!) {
        if (!allowed({ ...row, [name]: value })) continue;
        const gain = coveredBy(row, name, value, strength, open).length;
        if (gain > best) {
          best = gain;
          row[name] = value;
        }
      }
      if (best < 0) throw new Error(`no value of ${name} fits ${JSON.stringify(row)}`);
    }
    for (const name of names) {
      for (const found of coveredBy(row, name, row[name]!, strength, open)) open.delete(found);
    }
    cases.push(row as Case<F>);
  }
  return cases;
}

/** What is still open and would be covered if the row had this value. */
function coveredBy(
  row: Row,
  name: string,
  value: Row[string],
  strength: 1 | 2,
  open: ReadonlyMap<string, Row>,
): string[] {
  const keys =
    strength === 1
      ? [key(name, value)]
      : Object.entries(row)
          .filter(([other]) => other !== name)
          .flatMap(([other, theirs]) => [key(other, theirs, name, value), key(name, value, other, theirs)]);
  return keys.filter((found) => open.has(found));
}

function key(...parts: (string | number | boolean)[]): string {
  return parts.join('|');
}
