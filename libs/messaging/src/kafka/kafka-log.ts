import { type logCreator, logLevel } from 'kafkajs';
import type { LogLevel, TransportLog } from '../transport-options';

const PERIOD_MS = 30_000;
const LINES_PER_PERIOD = 5;

/** Words of kafkajs for what is everyday life of a group; it calls them errors. */
const EVERYDAY = /rebalanc|not aware of this member|not the coordinator|coordinator is (loading|not available)/i;

/**
 * kafkajs' own log lines as events of ours. While a broker is away it writes several lines a second for as long as
 * that lasts, so each of its parts may write a few lines a period; the next period begins with how many were kept back.
 */
export function createKafkaLog(log: TransportLog, now: () => number = Date.now): logCreator {
  const periods = new Map<string, { startedAt: number; lines: number }>();
  return () =>
    ({ namespace, level, log: entry }) => {
      const ours = levelOf(level, entry.message);
      let suppressed = 0;
      if (ours !== 'debug') {
        const part = `${namespace} ${ours}`;
        let period = periods.get(part);
        if (period === undefined || now() - period.startedAt >= PERIOD_MS) {
          suppressed = Math.max(0, (period?.lines ?? 0) - LINES_PER_PERIOD);
          period = { startedAt: now(), lines: 0 };
          periods.set(part, period);
        }
        period.lines += 1;
        if (period.lines > LINES_PER_PERIOD) return;
      }
      log(ours, 'kafka-client', {
        part: namespace,
        message: entry.message,
        ...pick(entry, ['broker', 'groupId', 'error', 'retryCount']),
        ...(suppressed > 0 ? { suppressed } : {}),
      });
    };
}

function levelOf(level: logLevel, message: string): LogLevel {
  if (level === logLevel.ERROR) return EVERYDAY.test(message) ? 'info' : 'warn';
  if (level === logLevel.WARN) return EVERYDAY.test(message) ? 'info' : 'warn';
  return 'debug';
}

function pick(entry: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = entry[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}
