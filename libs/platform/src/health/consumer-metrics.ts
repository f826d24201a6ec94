import type { Consumer } from '@orbweaver/messaging';
import { Gauge, type Registry } from 'prom-client';

type Measured = Pick<Consumer, 'lag' | 'silenceMs'>;

/** Measures what the consumers of the process have before them, and whether they fetch. */
export class ConsumerMetrics {
  private readonly consumers: { service: string; consumer: Measured }[] = [];

  constructor(metrics: Registry) {
    const { consumers } = this;
    new Gauge({
      name: 'orbweaver_message_lag',
      help: 'Messages that the process has not finished, by service and topic; over Kafka of its own partitions, as of its last fetch',
      labelNames: ['service', 'topic'],
      registers: [metrics],
      collect() {
        for (const { service, consumer } of consumers) {
          for (const [topic, messages] of consumer.lag()) this.set({ service, topic }, messages);
        }
      },
    });
    new Gauge({
      name: 'orbweaver_consumer_silence_seconds',
      help: 'Since the broker last answered the loop that fetches messages, by service; 0 in one process without Kafka',
      labelNames: ['service'],
      registers: [metrics],
      collect() {
        for (const { service, consumer } of consumers) this.set({ service }, consumer.silenceMs() / 1000);
      },
    });
  }

  watch(service: string, consumer: Measured): void {
    this.consumers.push({ service, consumer });
  }
}
