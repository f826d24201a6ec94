import type { Logger } from 'pino';

/** Loggable values: ids, counts, durations, reasons. Never page content, headers or keys. */
export type LogFields = Record<string, string | number | boolean | null | undefined | readonly string[]>;

/** One line per event: a kebab-case event name and its fields. */
export class EventLog {
  constructor(private readonly logger: Logger) {}

  debug(event: string, fields: LogFields = {}): void {
    this.logger.debug(fields, event);
  }

  info(event: string, fields: LogFields = {}): void {
    this.logger.info(fields, event);
  }

  warn(event: string, fields: LogFields = {}, error?: unknown): void {
    this.logger.warn({ ...fields, ...(error === undefined ? {} : { err: error }) }, event);
  }

  error(event: string, fields: LogFields, error: unknown): void {
    this.logger.error({ ...fields, err: error }, event);
  }

  with(fields: LogFields): EventLog {
    return new EventLog(this.logger.child(fields));
  }
}
