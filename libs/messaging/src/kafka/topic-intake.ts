import type { Batch, KafkaMessage } from 'kafkajs';
import { deliver, type Received, type Recipient } from '../delivery/deliver';
import { DeliveryQueue, type Queued } from '../delivery/delivery-queue';
import { DeliveryWorker } from '../delivery/delivery-worker';
import type { Subscription } from '../message-server';
import { splitValue } from '../wire/decode-message';
import { PartitionProgress } from './partition-progress';

interface KafkaEntry extends Queued {
  offset: number;
  progress: PartitionProgress;
  received: Received;
}

/** What of one topic may be here at once. Fetching pauses above it and goes on below half of it. */
const MAX_QUEUED_MESSAGES = 1_000;
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** One message that is retried for long keeps the partition from being committed; a crash may repeat so many. */
const MAX_UNCOMMITTED = 20_000;

export interface IntakeOptions {
  concurrency: number;
  recipient: Omit<Recipient, 'handlers' | 'patience' | 'pauseTopicUntil' | 'stepAside'>;
  /** Called when fetching the topic should pause or go on. */
  onFlow(mayFetch: boolean): void;
}

/** One topic of a consumer between the fetch loop and the handlers: what was fetched, what runs, what is finished. */
export class TopicIntake {
  readonly partitions = new Map<number, PartitionProgress>();
  private readonly queue: DeliveryQueue<KafkaEntry>;
  private readonly taker: DeliveryWorker<KafkaEntry>;
  private fetches = true;

  constructor(
    private readonly subscription: Subscription,
    private readonly options: IntakeOptions,
  ) {
    this.queue = new DeliveryQueue(subscription.topic.order);
    this.taker = new DeliveryWorker(this.queue, {
      concurrency: options.concurrency,
      run: (entry) => this.run(entry),
      onChange: () => this.mindFlow(),
    });
  }

  get topic() {
    return this.subscription.topic;
  }

  get mayFetch(): boolean {
    return this.fetches;
  }

  /** Messages that are here and not finished. */
  get backlog(): number {
    return this.queue.count + this.taker.busy;
  }

  get isHeld(): boolean {
    return this.taker.isHeld;
  }

  /** Takes nothing until the promise settles. */
  hold(room: Promise<unknown>): void {
    this.taker.hold(room);
  }

  /**
   * The partitions that are this consumer's from now on.
   * @param keeps true: nobody else had them in between, so what is queued and finished here still counts
   */
  assign(partitions: readonly number[], keeps: boolean, startOf: (partition: number) => number | undefined): void {
    const assigned = new Set(partitions);
    for (const [partition, progress] of [...this.partitions]) {
      if (assigned.has(partition) && keeps) continue;
      progress.patience.end();
      this.queue.drop((entry) => entry.progress === progress);
      this.partitions.delete(partition);
      if (assigned.has(partition)) this.partitions.set(partition, progress.restart());
    }
    for (const partition of partitions) {
      if (!this.partitions.has(partition)) {
        this.partitions.set(partition, new PartitionProgress(startOf(partition)));
      }
    }
    this.mindFlow();
  }

  /** Takes over a fetched batch. False: it does not continue what was taken and has to be fetched again. */
  accept(batch: Batch): boolean {
    const progress = this.partitions.get(batch.partition);
    const first = batch.messages[0];
    if (progress === undefined || first === undefined || !progress.accepts(Number(first.offset))) return false;
    for (const message of batch.messages) {
      const offset = Number(message.offset);
      if (!progress.take(offset)) continue;
      const received = receive(this.topic, message);
      const bytes = message.value?.byteLength ?? 0;
      this.queue.add({ line: received.key ?? `partition ${batch.partition}`, bytes, offset, progress, received });
    }
    this.mindFlow();
    this.taker.wake();
    return true;
  }

  /** Begins nothing more, cuts retry waits short, and resolves when no handler runs. */
  async drain(): Promise<void> {
    this.taker.stop();
    for (const progress of this.partitions.values()) progress.patience.end();
    await this.taker.idle();
  }

  private async run(entry: KafkaEntry): Promise<'finished'> {
    const end = await deliver(entry.received, {
      ...this.options.recipient,
      handlers: this.subscription.handlers,
      patience: entry.progress.patience,
      pauseTopicUntil: (room) => this.taker.hold(room),
      stepAside: (wait) => this.taker.stepAside(wait),
    });
    // A returned message stays open, so that nothing behind it can be committed over it.
    if (end !== 'returned') entry.progress.finish(entry.offset);
    return 'finished';
  }

  private mindFlow(): void {
    const share = this.fetches ? 1 : 0.5;
    const mayFetch =
      !this.taker.isHeld &&
      this.queue.count < MAX_QUEUED_MESSAGES * share &&
      this.queue.bytes < MAX_QUEUED_BYTES * share &&
      [...this.partitions.values()].every(({ uncommittedCount }) => uncommittedCount < MAX_UNCOMMITTED * share);
    if (mayFetch === this.fetches) return;
    this.fetches = mayFetch;
    this.options.onFlow(mayFetch);
  }
}

function receive(topic: Received['topic'], message: KafkaMessage): Received {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (value !== undefined) headers[name] = String(value);
  }
  const value = message.value ?? Buffer.alloc(0);
  return {
    topic,
    key: message.key?.toString('utf8') ?? null,
    headers,
    open: () => splitValue(headers, value),
    original: () => value,
  };
}
