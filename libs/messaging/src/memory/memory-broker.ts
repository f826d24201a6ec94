import { setTimeout as sleep } from 'node:timers/promises';
import { allTopics, type Topic } from '@orbweaver/contracts';
import { DeliveryQueue, type Queued } from '../delivery/delivery-queue';
import type { DeliveryWorker } from '../delivery/delivery-worker';
import { isInsideDelivery } from '../delivery/inside-delivery';
import type { TransportLog } from '../delivery/transport-options';
import type { ConsumerOptions } from '../transport';
import { type WireMessage, wireBytes } from '../wire/wire-message';

export interface MemoryEntry extends Queued {
  topic: Topic;
  key: string;
  wire: WireMessage;
  acceptedAtMs: number;
}

export interface MemoryGroup {
  name: string;
  queue: DeliveryQueue<MemoryEntry>;
  workers: Set<DeliveryWorker<MemoryEntry>>;
}

export interface MemoryLimits {
  highWaterMessages: number;
  highWaterBytes: number;
  maxWaitMs: number;
  /** Maximum kept messages of a topic without consumers. The oldest are dropped. */
  keptMessages: number;
  keptBytes: number;
}

const MIB = 1024 * 1024;
const DEFAULT_LIMITS: MemoryLimits = {
  highWaterMessages: 5_000,
  highWaterBytes: 64 * MIB,
  maxWaitMs: 10_000,
  keptMessages: 10_000,
  keptBytes: 64 * MIB,
};

interface TopicState {
  topic: Topic;
  kept: DeliveryQueue<MemoryEntry>;
  hasSharedGroup: boolean;
  groups: Map<string, MemoryGroup>;
}

/** In-process topics, groups and queues. Contents are lost with the process; Postgres is the truth. */
export class MemoryBroker {
  private readonly topics = new Map<string, TopicState>();
  private readonly limits: MemoryLimits;
  private room: { promise: Promise<void>; open: () => void } | undefined;

  constructor(
    private readonly log: TransportLog,
    limits: Partial<MemoryLimits> = {},
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    for (const topic of allTopics) {
      const kept = new DeliveryQueue<MemoryEntry>('parallel');
      this.topics.set(topic.name, { topic, kept, hasSharedGroup: false, groups: new Map() });
    }
  }

  put(topic: Topic, key: string, wire: WireMessage): void {
    const state = this.topics.get(topic.name)!;
    const entry = (): MemoryEntry => ({
      ...{ topic, key, wire, acceptedAtMs: performance.now() },
      ...{ line: key, bytes: wireBytes(wire) },
    });
    if (!state.hasSharedGroup && !topic.isBroadcast) {
      state.kept.add(entry());
      this.forgetOldest(state.kept);
    }
    for (const group of state.groups.values()) {
      group.queue.add(entry());
      if (group.workers.size === 0 && this.forgetOldest(group.queue)) {
        this.log('warn', 'messages-forgotten', { topic: topic.name, group: group.name });
      }
      wakeAll(group);
    }
  }

  /**
   * Waits while a group is far behind. Prevents deadlocks: handlers never wait here, because the full queue may depend
   * on them, and other publishers wait for a limited time.
   */
  async waitForRoom(topic: Topic): Promise<void> {
    if (isInsideDelivery()) return;
    const until = Date.now() + this.limits.maxWaitMs;
    while (this.isFull(topic) && Date.now() < until) {
      const timeout = new AbortController();
      const left = sleep(until - Date.now(), undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([this.nextRoom(), left]);
      timeout.abort();
    }
  }

  join(
    topic: Topic,
    options: ConsumerOptions,
    name: string,
    worker: (group: MemoryGroup) => DeliveryWorker<MemoryEntry>,
  ): void {
    const state = this.topics.get(topic.name)!;
    const group = state.groups.get(name) ?? { name, queue: new DeliveryQueue(topic.order), workers: new Set() };
    state.groups.set(name, group);
    if (options.audience === 'shared' && !state.hasSharedGroup) {
      state.hasSharedGroup = true;
      for (let entry = state.kept.take(); entry !== undefined; entry = state.kept.take()) {
        state.kept.finish(entry);
        group.queue.add({ ...entry, line: entry.key });
      }
    }
    group.workers.add(worker(group));
    wakeAll(group);
  }

  /** Messages of a shared group are kept for its next member. */
  leave(topic: Topic, options: ConsumerOptions, name: string, worker: DeliveryWorker<MemoryEntry>): void {
    const { groups } = this.topics.get(topic.name)!;
    const group = groups.get(name);
    group?.workers.delete(worker);
    if (options.audience === 'each') groups.delete(name);
    if (group !== undefined) wakeAll(group);
    this.makeRoom();
  }

  changed(group: MemoryGroup): void {
    wakeAll(group);
    this.makeRoom();
  }

  private isFull(topic: Topic): boolean {
    const { highWaterMessages, highWaterBytes } = this.limits;
    return [...this.topics.get(topic.name)!.groups.values()].some(
      ({ queue, workers }) => workers.size > 0 && (queue.count >= highWaterMessages || queue.bytes >= highWaterBytes),
    );
  }

  private nextRoom(): Promise<void> {
    if (this.room === undefined) {
      let open = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      this.room = { promise, open };
    }
    return this.room.promise;
  }

  private makeRoom(): void {
    this.room?.open();
    this.room = undefined;
  }

  private forgetOldest(queue: DeliveryQueue<MemoryEntry>): boolean {
    let hasForgotten = false;
    while (queue.count > this.limits.keptMessages || queue.bytes > this.limits.keptBytes) {
      const entry = queue.take();
      if (entry === undefined) break;
      queue.finish(entry);
      hasForgotten = true;
    }
    return hasForgotten;
  }
}

function wakeAll(group: MemoryGroup): void {
  for (const worker of group.workers) worker.wake();
}
