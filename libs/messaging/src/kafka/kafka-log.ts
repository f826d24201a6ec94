import { type logCreator, logLevel } from 'kafkajs';
import type { LogLevel, TransportLog } from '../delivery/transport-options';

const PERIOD_MS = 30_000;
const LINES_PER_PERIOD = 5;

/** Ordinary group events that kafkajs logs as errors. */
const EVERYDAY = /rebalanc|not aware of this member|not the coordinator|coordinator is (loading|not available)/i;

/** kafkajs's messages about an unreachable broker. */
const OUTAGE =
  /connection (?:error|timeout|closed)|closed connection|failed to connect|not connected|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i;
const OUTAGE_PERIOD_MS = 60_000;

/**
 * Converts kafkajs's log lines to events. Several lines per second about an unreachable broker become one per minute.
 * Other parts may write a few lines per period; the next period starts with the number of dropped lines.
 */
export function createKafkaLog(
  log: TransportLog,
  brokers: readonly string[],
  now: () => number = Date.now,
): logCreator {
  const periods = new Map<string, { startedAt: number; lines: number }>();
  const saidAt = new Map<string, number>();
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

/** The innermost reason, such as `connect ECONNREFUSED 127.0.0.1:9092`. */
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
