import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version in package.json, which all packages share. */
export function readVersion(): string {
  const text = readFileSync(path.join(__dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
