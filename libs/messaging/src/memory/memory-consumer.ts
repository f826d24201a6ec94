import { randomUUID } from 'node:crypto';
import { redeliveryPolicy } from '@orbweaver/core';
import { deliver, type Recipient } from '../delivery/deliver';
import { DeliveryWorker } from '../delivery/delivery-worker';
import { RetryWaits } from '../delivery/retry-waits';
import { DEFAULT_CONCURRENCY, silentLog, type TransportOptions } from '../delivery/transport-options';
import { MessageServer, type Subscription } from '../message-server';
import type { ConsumerHealth, ConsumerOptions, Publisher } from '../transport';
import { joinParts } from '../wire/wire-message';
import type { MemoryBroker, MemoryEntry, MemoryGroup } from './memory-broker';

export class MemoryConsumer extends MessageServer {
  private readonly group: string;
  private readonly retryWaits = new RetryWaits();
  private readonly workers: {
    topic: string;
    queue: MemoryGroup['queue'];
    worker: DeliveryWorker<MemoryEntry>;
    leave: () => void;
  }[] = [];
  private state: 'new' | 'joined' | 'drained' = 'new';

  constructor(
    private readonly broker: MemoryBroker,
    private readonly publisher: Publisher,
    private readonly consumer: ConsumerOptions,
    private readonly options: TransportOptions,
  ) {
    super();
    const { service, audience } = consumer;
    this.group = audience === 'shared' ? `orbweaver.${service}` : `orbweaver.${service}.${randomUUID()}`;
  }

  health(): ConsumerHealth {
    return this.state === 'joined' ? { healthy: true } : { healthy: false, reason: this.state };
  }

  lag(): ReadonlyMap<string, number> {
    return new Map(this.workers.map(({ topic, queue, worker }) => [topic, queue.count + worker.busy]));
  }

  silenceMs(): number {
    return 0;
  }

  async drain(): Promise<void> {
    this.state = 'drained';
    for (const { worker } of this.workers) worker.stop();
    this.retryWaits.end();
    await Promise.all(this.workers.map(({ worker }) => worker.idle()));
    for (const { leave } of this.workers.splice(0)) leave();
  }

  override close(): Promise<void> {
    return this.drain();
  }

  protected override async start(): Promise<void> {
    for (const subscription of this.subscriptions.values()) {
      this.broker.join(subscription.topic, this.consumer, this.group, (group) => this.take(subscription, group));
    }
    this.state = 'joined';
  }

  private take(subscription: Subscription, group: MemoryGroup): DeliveryWorker<MemoryEntry> {
    const { topic, handlers } = subscription;
    const recipient: Recipient = {
      group: this.group,
      handlers,
      retryWaits: this.retryWaits,
      pauseTopicUntil: (room) => worker.hold(room),
      yieldSlot: (wait) => worker.yieldSlot(wait),
      publishDeadLetter: (key, letter) => this.publisher.publish('deadLetters', key, letter),
      retry: { ...redeliveryPolicy, ...this.options.retry },
      log: this.options.log ?? silentLog,
      tracing: this.options.tracing,
      onDelivery: this.options.onDelivery,
      onDeadLetter: this.options.onDeadLetter,
    };
    const worker: DeliveryWorker<MemoryEntry> = new DeliveryWorker(group.queue, {
      concurrency: this.options.concurrency ?? DEFAULT_CONCURRENCY,
      run: async ({ key, wire, acceptedAtMs }) => {
        const ageMs = () => performance.now() - acceptedAtMs;
        const received = {
          topic,
          key,
          headers: wire.headers,
          ageMs,
          open: () => wire,
          original: () => joinParts(wire),
        };
        return (await deliver(received, recipient)) === 'returned' ? 'given-back' : 'finished';
      },
      onChange: () => this.broker.changed(group),
    });
    this.workers.push({
      topic: topic.name,
      queue: group.queue,
      worker,
      leave: () => this.broker.leave(topic, this.consumer, this.group, worker),
    });
    return worker;
  }
}
