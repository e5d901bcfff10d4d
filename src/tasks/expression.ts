/**
 * Sums and products of whole numbers as a line of symbols, read as one reads them: × before + and −, equal ranks
 * from left to right, no brackets.
 */

export type Operator = '+' | '−' | '×';

export interface Expression {
  readonly operands: readonly number[];
  /** One fewer than operands. */
  readonly operators: readonly Operator[];
}

/** Exact as long as all products stay below 2⁵³. */
export function valueOf({ operands, operators }: Expression): number {
  let sum = 0;
  let sign = 1;
  let product = operands[0]!;
  operators.forEach((operator, i) => {
    const operand = operands[i + 1]!;
    if (operator === '×') product *= operand;
    else {
      sum += sign * product;
      sign = operator === '+' ? 1 : -1;
      product = operand;
    }
  });
  return sum + sign * product;
}

/**
 * Reads an expression, or undefined where the symbols are none: operands are runs of decimal digits that do not
 * begin with 0, with exactly one operator between two of them.
 */
export function parseExpression(symbols: readonly string[]): Expression | undefined {
  const operands: number[] = [];
  const operators: Operator[] = [];
  let digits = '';
  for (const symbol of symbols) {
    if (/^\d$/.test(symbol)) {
      digits += symbol;
      continue;
    }
    if (!isOperator(symbol) || !isOperand(digits)) return undefined;
    operands.push(Number(digits));
    operators.push(symbol);
    digits = '';
  }
  if (!isOperand(digits)) return undefined;
  return { operands: [...operands, Number(digits)], operators };
}

function isOperator(symbol: string): symbol is Operator {
  return symbol === '+' || symbol === '−' || symbol === '×';
}

function isOperand(digits: string): boolean {
  return digits !== '' && !digits.startsWith('0');
}
