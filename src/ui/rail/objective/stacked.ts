/** A formula for a narrow column: the parts that a wide space separates stand below one another. */

/** @param tex with `\quad` between its parts; one within braces or an environment separates nothing */
export function stacked(tex: string): string {
  const parts = partsOf(tex);
  if (parts.length === 1) return tex;
  return `\\begin{aligned}${parts.map((part) => `&${part}`).join('\\\\[4pt]')}\\end{aligned}`;
}

function partsOf(tex: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of tex.matchAll(/\\(?:begin|end|left|right|quad)(?![a-zA-Z])|\\.|[{}]/g)) {
    if (token === '{' || token === '\\begin' || token === '\\left') depth++;
    else if (token === '}' || token === '\\end' || token === '\\right') depth--;
    else if (token === '\\quad' && depth === 0) {
      parts.push(tex.slice(from, index).trim());
      from = index + token.length;
    }
  }
  return [...parts, tex.slice(from).trim()];
}
