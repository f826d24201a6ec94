import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of what runs; all packages have the same. */
export function readVersion(): string {
  const text = readFileSync(path.join(__dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
