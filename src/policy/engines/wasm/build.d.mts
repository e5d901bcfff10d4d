export function buildWasm(): Promise<string>;
