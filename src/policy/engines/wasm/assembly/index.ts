/** Everything the host calls. The module allocates nothing: the host owns all memory from `heapBase` on. */
export const heapBase: usize = __heap_base;

export { attend, attendBackward, attendNext, attentionScratch, softmax, weightBytes } from './attention';
export { drawTokens, tableBytes, tabulate } from './draw';
export { exp, exponentialPairs, exponentials, log } from './elementary';
export { embed, embedBackward, sumNext, sumWindow, sumWindowBackward } from './embedding';
export { rowBytes, score, scoreBackward } from './head';
export { normalise, normaliseBackward } from './norm';
export { product, productScratch, productTransposed, transposePanels } from './product';
export { adam, blend, sumOfSquares } from './vectors';
