export const root: string;
export function ensureBenchPage(): Promise<string>;
