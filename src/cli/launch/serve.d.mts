export function serve(options?: {
  port?: number;
  strict?: boolean;
  lan?: boolean;
  https?: { key: Buffer; cert: Buffer };
  outDir?: string;
  headers?: Record<string, string>;
}): Promise<{ addresses: string[]; close: () => Promise<void> }>;
