import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../workspace.mjs';

const require = createRequire(import.meta.url);

/** Exports of a built package. */
export const load = (dir) => require(path.join(root, dir, 'dist/index.js'));
