import type { Logger } from 'pino';

/** kafkajs gives its timers times of the past. They always ran after a millisecond; from Node 24 on a warning says so. */
const HARMLESS: ReadonlySet<string> = new Set(['TimeoutNegativeWarning']);

/** Makes log lines of what Node warns of, which it would write as plain text between those of the log. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error) => {
    const level = HARMLESS.has(warning.name) ? 'debug' : 'warn';
    logger[level]({ err: warning }, 'node-warning');
  });
}
