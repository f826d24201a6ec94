import type { Batch, KafkaMessage } from 'kafkajs';
import { deliver, type Received, type Recipient } from '../delivery/deliver';
import { DeliveryQueue, type Queued } from '../delivery/delivery-queue';
import { DeliveryWorker } from '../delivery/delivery-worker';
import type { ReferenceClock } from '../delivery/reference-clock';
import type { Subscription } from '../message-server';
import { splitValue } from '../wire/decode-message';
import { PartitionProgress } from './partition-progress';

interface KafkaEntry extends Queued {
  offset: number;
  progress: PartitionProgress;
  received: Received;
}

/** Maximum queued messages per topic. Fetching pauses above it and resumes below half. */
const MAX_QUEUED_MESSAGES = 1_000;
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** Maximum messages a crash may repeat: a long retry blocks the commits of its partition. */
const MAX_UNCOMMITTED = 20_000;

export interface IntakeOptions {
  concurrency: number;
  recipient: Omit<Recipient, 'handlers' | 'retryWaits' | 'pauseTopicUntil' | 'yieldSlot'>;
  /** false: no offsets are committed, and finished messages count as done. */
  commits: boolean;
  clock: ReferenceClock;
  onFlow(mayFetch: boolean): void;
}

/** One topic of a consumer, between the fetch loop and the handlers. */
export class TopicIntake {
  readonly partitions = new Map<number, PartitionProgress>();
  private readonly queue: DeliveryQueue<KafkaEntry>;
  private readonly worker: DeliveryWorker<KafkaEntry>;
  private fetches = true;

  constructor(
    private readonly subscription: Subscription,
    private readonly options: IntakeOptions,
  ) {
    this.queue = new DeliveryQueue(subscription.topic.order);
    this.worker = new DeliveryWorker(this.queue, {
      concurrency: options.concurrency,
      run: (entry) => this.run(entry),
      onChange: () => this.updateFlow(),
    });
  }

  get topic() {
    return this.subscription.topic;
  }

  get mayFetch(): boolean {
    return this.fetches;
  }

  get backlog(): number {
    return this.queue.count + this.worker.busy;
  }

  get lag(): number {
    return [...this.partitions.values()].reduce((sum, { lag }) => sum + lag, 0);
  }

  get isHeld(): boolean {
    return this.worker.isHeld;
  }

  hold(room: Promise<unknown>): void {
    this.worker.hold(room);
  }

  /**
   * Sets the assigned partitions.
   * @param keeps true: no other consumer had them, so the queue and progress remain valid
   */
  assign(partitions: readonly number[], keeps: boolean, startOf: (partition: number) => number | undefined): void {
    const assigned = new Set(partitions);
    for (const [partition, progress] of [...this.partitions]) {
      if (assigned.has(partition) && keeps) continue;
      progress.retryWaits.end();
      this.queue.drop((entry) => entry.progress === progress);
      this.partitions.delete(partition);
      if (assigned.has(partition)) this.partitions.set(partition, progress.restart());
    }
    for (const partition of partitions) {
      if (!this.partitions.has(partition)) {
        this.partitions.set(partition, new PartitionProgress(startOf(partition)));
      }
    }
    this.updateFlow();
  }

  /** Accepts a fetched batch. False: it has a gap and must be fetched again. */
  accept(batch: Batch): boolean {
    const progress = this.partitions.get(batch.partition);
    const first = batch.messages[0];
    if (progress === undefined || first === undefined || !progress.accepts(Number(first.offset))) return false;
    progress.see(Number(batch.highWatermark));
    for (const message of batch.messages) {
      const offset = Number(message.offset);
      if (!progress.take(offset)) continue;
      const received = receive(this.topic, message, this.options.clock);
      const bytes = message.value?.byteLength ?? 0;
      this.queue.add({ line: received.key ?? `partition ${batch.partition}`, bytes, offset, progress, received });
    }
    this.updateFlow();
    this.worker.wake();
    return true;
  }

  /** Starts no messages, cancels retry waits and resolves when no handler runs. */
  async drain(): Promise<void> {
    this.worker.stop();
    for (const progress of this.partitions.values()) progress.retryWaits.end();
    await this.worker.idle();
  }

  private async run(entry: KafkaEntry): Promise<'finished'> {
    const end = await deliver(entry.received, {
      ...this.options.recipient,
      handlers: this.subscription.handlers,
      retryWaits: entry.progress.retryWaits,
      pauseTopicUntil: (room) => this.worker.hold(room),
      yieldSlot: (wait) => this.worker.yieldSlot(wait),
    });
    // A returned message stays open, so that it is not committed.
    if (end !== 'returned') this.finish(entry);
    return 'finished';
  }

  private finish({ progress, offset }: KafkaEntry): void {
    progress.finish(offset);
    const done = this.options.commits ? undefined : progress.uncommitted();
    if (done !== undefined) progress.commit(done);
  }

  private updateFlow(): void {
    const share = this.fetches ? 1 : 0.5;
    const mayFetch =
      !this.worker.isHeld &&
      this.queue.count < MAX_QUEUED_MESSAGES * share &&
      this.queue.bytes < MAX_QUEUED_BYTES * share &&
      [...this.partitions.values()].every(({ uncommittedCount }) => uncommittedCount < MAX_UNCOMMITTED * share);
    if (mayFetch === this.fetches) return;
    this.fetches = mayFetch;
    this.options.onFlow(mayFetch);
  }
}

function receive(topic: Received['topic'], message: KafkaMessage, clock: ReferenceClock): Received {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (value !== undefined) headers[name] = String(value);
  }
  const value = message.value ?? Buffer.alloc(0);
  const acceptedAtMs = Number(message.timestamp);
  return {
    topic,
    key: message.key?.toString('utf8') ?? null,
    headers,
    ageMs: () => clock.sinceMs(acceptedAtMs),
    open: () => splitValue(headers, value),
    original: () => value,
  };
}
