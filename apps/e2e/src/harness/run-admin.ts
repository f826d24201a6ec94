import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { inheritedEnv } from './service-process';
import type { System } from './system';
import { entryOf } from './workspace';

const execute = promisify(execFile);

/** Gives what the command printed. */
export async function runAdmin(args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await execute(process.execPath, [entryOf('admin'), ...args], {
    env: { ...inheritedEnv(), ...env },
  });
  return stdout;
}

/** The key of a new team of the running system. */
export async function addTeam(system: System): Promise<string> {
  const { env } = system.process(system.kind === 'kafka' ? 'gateway' : 'standalone');
  const team = `team-${randomUUID()}`;
  await runAdmin(['team', 'add', '--name', team], env);
  const printed = await runAdmin(['key', 'add', '--team', team, '--name', 'e2e'], env);
  return printed.trim().split('\n').at(-1) ?? '';
}
