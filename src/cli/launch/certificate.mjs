/** A self-signed certificate for a class on a local network, kept in .cache/ for a month. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { cache } from './prepare.mjs';

const MONTH = 30 * 24 * 3600 * 1000;

export async function certificate() {
  const folder = join(cache, 'https');
  const paths = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  if (!existsSync(paths.cert) || Date.now() - statSync(paths.cert).mtimeMs > MONTH) {
    const { generate } = await import('selfsigned');
    const addresses = Object.values(networkInterfaces())
      .flat()
      .filter(Boolean)
      .map((entry) => entry.address);
    const names = [
      { type: 2, value: 'localhost' },
      ...addresses.filter((address) => !address.includes('%')).map((ip) => ({ type: 7, ip })),
    ];
    const made = await generate([{ name: 'commonName', value: 'LagLab' }], {
      keySize: 2048,
      notAfterDate: new Date(Date.now() + 2 * MONTH),
      extensions: [{ name: 'subjectAltName', altNames: names }],
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(paths.key, made.private, { mode: 0o600 });
    writeFileSync(paths.cert, made.cert);
  }
  return { key: readFileSync(paths.key), cert: readFileSync(paths.cert) };
}
