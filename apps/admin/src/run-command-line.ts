import { writeWarnings } from '@orbweaver/platform';
import { runAdmin } from './run-admin';

/** Runs one command with the environment and the streams of this process, which ends with its status. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  writeWarnings((line) => process.stderr.write(`${line}\n`));
  process.stdout.on('error', endWithReader);
  process.exitCode = await runAdmin(args, {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
  });
}

/** `| head` reads no further than it needs. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
