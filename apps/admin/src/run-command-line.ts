import { writeWarnings } from '@orbweaver/platform';
import { runAdmin } from './run-admin';

/** Runs one command with the environment and streams of this process, and sets its exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  writeWarnings((line) => process.stderr.write(`${line}\n`));
  process.stdout.on('error', exitOnClosedPipe);
  process.exitCode = await runAdmin(args, {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
  });
}

/** Exits when the reader of a pipe, such as `head`, has closed it. */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
