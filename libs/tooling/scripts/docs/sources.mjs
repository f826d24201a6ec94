// What the code of a package says, read as text: the maps of the docs are made of it, and no build is needed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Code that is not shipped says nothing about how the running system is joined. */
const TEST_CODE = /\.spec\.ts$|\/(testing|fixture|contract|test)\//;

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

/** @returns {{ file: string, text: string }[]} the TypeScript that the package ships */
export function shippedSources(dir) {
  const src = path.join(root, dir, 'src');
  if (!existsSync(src)) return [];
  return readdirSync(src, { recursive: true })
    .map((file) => `${dir}/src/${file}`)
    .filter((file) => file.endsWith('.ts') && !file.includes('/generated/') && !TEST_CODE.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}
