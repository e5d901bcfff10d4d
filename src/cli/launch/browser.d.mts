export const REMEDY: string;
export const FLAGS: readonly string[];
export function findBrowser(): Promise<string | undefined>;
export function ensureBrowser(): Promise<string | undefined>;
