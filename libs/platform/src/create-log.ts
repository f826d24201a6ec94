import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { PlatformConfig } from './platform.config';
import type { Terminal } from './terminal/terminal';

/** Lines that a stdout which takes nothing may keep waiting, in bytes; then they are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Log lines go to stdout: JSON for machines, text for people. */
export function createLog(config: Pick<PlatformConfig, 'LOG_LEVEL' | 'LOG_FORMAT'>, terminal?: Terminal): Logger {
  const options = {
    level: terminal?.level ?? config.LOG_LEVEL,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (terminal !== undefined) return pino(options, terminal.log);
  const format = config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
  if (format === 'pretty') return pino(options, pretty({ messageKey: 'event', translateTime: 'HH:MM:ss', sync: true }));
  const stdout = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  // A terminal that was closed, a disk that is full: no reason to end, nor to end otherwise than in order.
  stdout.on('error', () => undefined);
  return pino(options, stdout);
}

/** Nest's own words: what it says of start-up is noise beside our events, its warnings are not. */
export function nestLogger(logger: Logger): LoggerService {
  const text = (message: unknown) => (message instanceof Error ? (message.stack ?? message.message) : String(message));
  return {
    log: () => undefined,
    verbose: () => undefined,
    debug: () => undefined,
    warn: (message) => logger.warn({ message: text(message) }, 'framework-warned'),
    error: (message, ...rest) => {
      const detail = rest.filter((part) => part !== undefined).map(text);
      logger.error({ message: text(message), detail }, 'framework-failed');
    },
    fatal: (message) => logger.fatal({ message: text(message) }, 'framework-failed'),
  };
}
