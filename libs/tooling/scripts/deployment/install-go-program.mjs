import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Unoptimised and without symbols: saves a third of the build time; the program runs for seconds. */
const FLAGS = ['-gcflags=all=-N -l', '-ldflags=-s -w'];

/** Builds a program of a Go module and returns its path. `go run` would resolve the module at every call. */
export function installGoProgram(name, module) {
  const folder = path.join(root, 'libs/tooling/.cache/go');
  execFileSync('go', ['install', ...FLAGS, module], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return path.join(folder, name);
}
