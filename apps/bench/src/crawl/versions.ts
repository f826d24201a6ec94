import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root';

const MEASURED = [
  'undici',
  'cheerio',
  'turndown',
  '@crawlee/cheerio',
  '@mdream/js',
  '@spider-rs/spider-rs',
  'puppeteer-cluster',
];

/** Versions of the measured packages. */
export function readVersions(): Record<string, string> {
  const manifest = readFileSync(path.join(ROOT, 'apps/bench/package.json'), 'utf8');
  const { devDependencies, optionalDependencies } = JSON.parse(manifest) as Record<string, Record<string, string>>;
  const all = { ...devDependencies, ...optionalDependencies };
  return Object.fromEntries(MEASURED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
