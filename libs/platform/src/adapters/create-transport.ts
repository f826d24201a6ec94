import {
  createKafkaTransport,
  createMemoryTransport,
  type DeliveryReport,
  type KafkaAccess,
  type MessageTracing,
  type Transport,
} from '@orbweaver/messaging';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Kafka with `access`, memory otherwise. Both report the same metrics. */
export function createTransport({
  access,
  logger,
  metrics,
  tracing,
  onFatal,
}: {
  access: KafkaAccess | undefined;
  logger: Logger;
  metrics: Registry;
  tracing: MessageTracing | undefined;
  onFatal: (error: unknown) => void;
}): Transport {
  const options = {
    ...measure(metrics),
    ...(tracing === undefined ? {} : { tracing }),
    log: (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields: object) => logger[level](fields, event),
  };
  return access === undefined
    ? createMemoryTransport(options)
    : createKafkaTransport({ ...options, ...access, onFatal });
}

function measure(metrics: Registry) {
  const registers = [metrics];
  const deadLetters = new Counter({
    name: 'orbweaver_dead_letters_total',
    help: 'Messages moved to dead.letters, by original topic.',
    labelNames: ['topic'],
    registers,
  });
  const deliveries = new Counter({
    name: 'orbweaver_message_deliveries_total',
    help: 'Attempts to handle a message, by topic and outcome (handled, retried, dead-lettered, returned to the transport).',
    labelNames: ['topic', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'orbweaver_message_handling_seconds',
    help: 'Duration of an attempt to handle a message.',
    labelNames: ['topic'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  return {
    onDeadLetter: (topic: string) => deadLetters.inc({ topic }),
    onDelivery: ({ topic, outcome, durationMs }: DeliveryReport) => {
      deliveries.inc({ topic, outcome });
      // Starts at 0, so that the first dead letter is an increase.
      deadLetters.inc({ topic }, 0);
      durations.observe({ topic }, durationMs / 1000);
    },
  };
}
