import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { PlatformConfig } from './platform.config';

/** Log lines go to stdout: JSON for machines, text for a terminal. */
export function createLog(config: Pick<PlatformConfig, 'LOG_LEVEL' | 'LOG_FORMAT'>): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const format = config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
  if (format === 'json') return pino(options, pino.destination({ fd: 1, sync: true }));
  return pino(options, pretty({ messageKey: 'event', translateTime: 'HH:MM:ss', sync: true }));
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
