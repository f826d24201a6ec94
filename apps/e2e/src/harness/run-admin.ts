import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { inheritedEnv } from './service-process';
import type { System } from './system';
import { entryOf } from './workspace';

const execute = promisify(execFile);

/** Returns the output of the command. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  entry = entryOf('admin'),
): Promise<string> {
  const { stdout } = await execute(process.execPath, [entry, ...args], {
    env: { ...inheritedEnv(), ...env },
  });
  return stdout;
}

/** Environment with the database. */
export function adminEnv(system: System): Record<string, string> {
  return system.process(system.kind === 'kafka' ? 'gateway' : 'standalone').env;
}

/** The key of a new team; `limits` are further options of `team add`. */
export async function addTeam(
  system: System,
  limits: readonly string[] = [],
  team = `team-${randomUUID()}`,
  rights = 'team',
): Promise<string> {
  const env = adminEnv(system);
  await runCommand(['team', 'add', '--name', team, ...limits], env);
  const printed = await runCommand(['key', 'add', '--team', team, '--name', 'e2e', '--rights', rights], env);
  return printed.trim().split('\n').at(-1) ?? '';
}
