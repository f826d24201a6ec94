import { type logCreator, logLevel } from 'kafkajs';
import type { LogLevel, TransportLog } from '../transport-options';

const PERIOD_MS = 30_000;
const LINES_PER_PERIOD = 5;

/** Words of kafkajs for what is everyday life of a group; it calls them errors. */
const EVERYDAY = /rebalanc|not aware of this member|not the coordinator|coordinator is (loading|not available)/i;

/** What it says, in many words and from many of its parts, when a broker cannot be reached. */
const OUTAGE =
  /connection (?:error|timeout|closed)|closed connection|failed to connect|not connected|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i;
/** So often it is said again that a broker cannot be reached. */
const OUTAGE_PERIOD_MS = 60_000;

/**
 * kafkajs' own log lines as events of ours. While a broker is away it writes several lines a second for as long as
 * that lasts: they become one of that broker, which comes again every minute. Whether anything waits for it is not
 * known here, as there may be others. Of other complaints each of its parts may write a few
 * lines a period; the next period begins with how many were kept back.
 */
export function createKafkaLog(
  log: TransportLog,
  brokers: readonly string[],
  now: () => number = Date.now,
): logCreator {
  const periods = new Map<string, { startedAt: number; lines: number }>();
  const saidAt = new Map<string, number>();
  // Not every part knows which broker it complains of; then another has said it, as a rule.
  const isSilent = (broker: string | undefined) =>
    (broker === undefined ? [...saidAt.values()] : [saidAt.get(broker) ?? Number.NEGATIVE_INFINITY]).every(
      (at) => now() - at >= OUTAGE_PERIOD_MS,
    );
  return () =>
    ({ namespace, level, log: entry }) => {
      let ours = levelOf(level, entry.message);
      let suppressed = 0;
      if (ours === 'warn' && OUTAGE.test(entry.message)) {
        const broker = typeof entry.broker === 'string' ? entry.broker : undefined;
        if (isSilent(broker)) {
          const named = broker ?? brokers.join(',');
          saidAt.set(named, now());
          log('warn', 'broker-unreachable', { broker: named, reason: kafkaErrorReason(entry.message) });
        }
        ours = 'debug';
      }
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

/** `connect ECONNREFUSED 127.0.0.1:9092`, without the layers that passed it on. */
export const kafkaErrorReason = (message: string) => message.split(/Connection error: /).at(-1)!;

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
