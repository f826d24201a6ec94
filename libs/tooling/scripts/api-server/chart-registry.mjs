// A registry for OCI artifacts on this machine, in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { installGoProgram } from '../deployment/install-go-program.mjs';

const MODULE = 'github.com/google/go-containerregistry/cmd/crane@v0.20.6';

/** @returns {Promise<{ address: string, stop(): void }>} `address`: host:port, by http */
export async function startChartRegistry() {
  const args = ['registry', 'serve', '--address', '127.0.0.1:0'];
  const registry = spawn(installGoProgram('crane', MODULE), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(registry, 'close').then(() => {
    throw new Error('the registry ended');
  });
  // `stop` ends it too.
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface(registry.stderr), 'line'), ended]);
  const port = /serving on port (\d+)/.exec(line)?.[1];
  if (port === undefined) throw new Error(`the registry printed: ${line}`);
  return { address: `127.0.0.1:${port}`, stop: () => registry.kill('SIGKILL') };
}
