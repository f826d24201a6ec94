import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Unoptimised, without C and symbols: the build takes two thirds of the time, and the program runs for seconds. */
const FLAGS = ['-gcflags=all=-N -l', '-ldflags=-s -w'];

/** Builds a program of a Go module, and gives its path. `go run` would look at the whole module at every call. */
export function installGoProgram(name, module) {
  const folder = path.join(root, 'libs/tooling/.cache/go');
  execFileSync('go', ['install', ...FLAGS, module], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return path.join(folder, name);
}
