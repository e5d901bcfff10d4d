export function serve(options?: {
  port?: number;
  strict?: boolean;
  lan?: boolean;
  https?: { key: Buffer; cert: Buffer };
}): Promise<{ addresses: string[]; close: () => Promise<void> }>;
