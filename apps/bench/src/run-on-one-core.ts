import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MARK = 'ORBWEAVER_BENCH_PINNED';

/**
 * Reruns this command bound to one core and returns its exit code. Returns undefined when it is bound already or cannot
 * be (only Linux can): then garbage is collected in parallel.
 */
export function runOnOneCore(): number | undefined {
  if (process.env[MARK] !== undefined || process.platform !== 'linux') return undefined;
  const core = /^Cpus_allowed_list:.*?(\d+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (core === undefined) return undefined;
  const { status, error } = spawnSync(
    'taskset',
    ['--cpu-list', core, process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, [MARK]: core } },
  );
  return error === undefined ? (status ?? 1) : undefined;
}

export function isOnOneCore(): boolean {
  return process.env[MARK] !== undefined;
}
