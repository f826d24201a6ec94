import type { Consumer } from '@orbweaver/messaging';
import { Gauge, type Registry } from 'prom-client';

/** Measures what the consumers of the process have before them. */
export class MessageLag {
  private readonly consumers: { service: string; consumer: Pick<Consumer, 'lag'> }[] = [];

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
  }

  watch(service: string, consumer: Pick<Consumer, 'lag'>): void {
    this.consumers.push({ service, consumer });
  }
}
