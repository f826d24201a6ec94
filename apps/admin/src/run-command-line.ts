import { runAdmin } from './run-admin';

/** Runs one command with the environment and the streams of this process, which ends with its status. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  process.exitCode = await runAdmin(args, {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
  });
}
