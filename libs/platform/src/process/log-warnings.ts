import type { Logger } from 'pino';

/** kafkajs passes negative delays to timers. They have always fired after 1 ms; Node 24 adds a warning. */
const HARMLESS: ReadonlySet<string> = new Set(['TimeoutNegativeWarning']);

/** Logs Node's warnings, which would otherwise be plain text on stderr. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error) => {
    const level = HARMLESS.has(warning.name) ? 'debug' : 'warn';
    const { name, message, stack } = warning;
    logger[level]({ err: Object.assign(new Error(message), { name, stack }) }, 'node-warning');
  });
}

export function writeWarnings(write: (line: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }: Error) => {
    if (!HARMLESS.has(name)) write(`${name}: ${message}`);
  });
}
