import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Builds a program of a Go module, and gives its path. `go run` would look at the whole module at every call. */
export function installGoProgram(name, module) {
  const folder = path.join(root, 'libs/tooling/.cache/go');
  execFileSync('go', ['install', module], {
    env: { ...process.env, GOBIN: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return path.join(folder, name);
}
