// Reads the source of packages as text (needs no build).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** @returns {{ dir: string, name: string, manifest: object }[]} every package, `dir` as `apps/gateway`, apps first */
export function packages() {
  return ['apps', 'libs'].flatMap((parent) =>
    readdirSync(path.join(root, parent))
      .filter((name) => existsSync(path.join(root, parent, name, 'package.json')))
      .sort()
      .map((name) => {
        const dir = `${parent}/${name}`;
        return { dir, name, manifest: JSON.parse(readFileSync(path.join(root, dir, 'package.json'), 'utf8')) };
      }),
  );
}

/** @returns {{ file: string, text: string }[]} the TypeScript of the package without its suites */
export function shippedSources(dir) {
  const src = path.join(root, dir, 'src');
  if (!existsSync(src)) return [];
  return readdirSync(src, { recursive: true })
    .map((file) => `${dir}/src/${file}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('/generated/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}
