import type { Logger } from 'pino';

/** kafkajs gives its timers times of the past. They always ran after a millisecond; from Node 24 on a warning says so. */
const HARMLESS: ReadonlySet<string> = new Set(['TimeoutNegativeWarning']);

/** Makes log lines of what Node warns of, which it would write as plain text between those of the log. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error) => {
    const level = HARMLESS.has(warning.name) ? 'debug' : 'warn';
    // Only its text: that of a leak carries the leaking object, with the headers of a request and more.
    const { name, message, stack } = warning;
    logger[level]({ err: Object.assign(new Error(message), { name, stack }) }, 'node-warning');
  });
}

/** Writes Node's warnings as text, for a command; those of kafkajs's timers are left out. */
export function writeWarnings(write: (line: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }: Error) => {
    if (!HARMLESS.has(name)) write(`${name}: ${message}`);
  });
}
