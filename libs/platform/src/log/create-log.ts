import type { LoggerService } from '@nestjs/common';
import { redactError } from '@orbweaver/core';
import { currentWork, isEphemeral } from '@orbweaver/messaging';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { PlatformConfig } from '../config/platform.config';
import type { Terminal } from '../terminal/terminal';

/** Maximum buffered bytes while stdout is blocked. Further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Fields that identify a page or its site. */
const PLACES = new Set(['url', 'origin', 'detail']);

/**
 * Adds the ids of the current work to each line. Redacts error messages and addresses of pages with zeroDataRetention.
 */
export const lineFormat = {
  formatters: {
    level: (level: string) => ({ level }),
    log: (fields: Record<string, unknown>): Record<string, unknown> => {
      if (!isEphemeral()) return fields;
      const told = Object.entries(fields).filter(([name]) => !PLACES.has(name));
      return Object.fromEntries(told.map(([name, value]) => [name, name === 'err' ? redactError(value) : value]));
    },
  },
  mixin: idsOfWork,
};

function idsOfWork(): Record<string, unknown> {
  const scope = currentWork();
  if (scope === undefined) return {};
  const { traceparent } = scope.trace ?? {};
  if (traceparent === undefined) return { ...scope.ids };
  const [, traceId, spanId] = traceparent.split('-');
  return { ...scope.ids, traceId, spanId };
}

export function createLog(config: Pick<PlatformConfig, 'LOG_LEVEL' | 'LOG_FORMAT'>, terminal?: Terminal): Logger {
  const options = {
    level: terminal?.level ?? config.LOG_LEVEL,
    base: null,
    ...lineFormat,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (terminal !== undefined) return pino(options, terminal.log);
  const format = config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
  if (format === 'pretty') return pino(options, pretty({ messageKey: 'event', translateTime: 'HH:MM:ss', sync: true }));
  const stdout = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  // A closed terminal or a full disk must not interrupt the process or its shutdown.
  stdout.on('error', () => undefined);
  return pino(options, stdout);
}

export function nestLogger(logger: Logger): LoggerService {
  const text = (said: unknown) => {
    const message = isEphemeral() ? redactError(said) : said;
    return message instanceof Error ? (message.stack ?? message.message) : String(message);
  };
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
