import type { Consumer } from '@orbweaver/messaging';
import { Gauge, type Registry } from 'prom-client';

type Measured = Pick<Consumer, 'lag' | 'silenceMs'>;

export class ConsumerMetrics {
  private readonly consumers: { service: string; consumer: Measured }[] = [];

  constructor(metrics: Registry) {
    const { consumers } = this;
    new Gauge({
      name: 'orbweaver_message_lag',
      help: 'Unfinished messages of the process, by service and topic. With Kafka: of its own partitions, as of the last fetch.',
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
      help: 'Seconds since the broker last answered the fetch loop, by service. 0 without Kafka.',
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
