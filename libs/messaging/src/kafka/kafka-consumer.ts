import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { deadLettersOf } from '@orbweaver/contracts';
import { redeliveryPolicy } from '@orbweaver/core';
import type { Consumer, ConsumerGroupJoinEvent, EachBatchPayload, Kafka } from 'kafkajs';
import type { ReferenceClock } from '../delivery/reference-clock';
import { DEFAULT_CONCURRENCY, silentLog, type TransportLog } from '../delivery/transport-options';
import { MessageServer, type Subscription } from '../message-server';
import type { ConsumerHealth, ConsumerOptions, Publisher } from '../transport';
import { ConsumerPulse } from './consumer-pulse';
import { answersNewConnections } from './group-probe';
import { isBrokerAway, isRetriable } from './is-broker-away';
import { kafkaErrorReason } from './kafka-log';
import type { KafkaTransportOptions } from './kafka-options';
import { groupOf } from './kafka-options';
import { OffsetCommits } from './offset-commits';
import { TopicIntake } from './topic-intake';

const MIB = 1024 * 1024;
/** kafkajs includes a resumed topic only in its next fetch, so a fetch must be short. */
const FETCH_WAIT_MS = 500;
/** With this many messages in progress, the next fetch is delayed so that it returns several. */
const ENOUGH_IN_HAND = 8;
/** A fetch names hundreds of partitions and takes 1 to 2 ms, however little it returns. */
const BREATH_MS = 20;
const STALL_MS = 120_000;
const PROBE_AFTER_MS = 60_000;
const PROBE_EVERY_MS = 30_000;
/** Time limit for rejections by brokers during the start. Unreachable brokers are waited for without limit. */
const REFUSAL_LIMIT_MS = 60_000;
const CONNECT_PAUSE_MS = 1_000;
const WAIT_PERIOD_MS = 60_000;
/** Delay until new partitions are used. kafkajs's default of 5 minutes is too long. */
export const METADATA_MAX_AGE_MS = 60_000;

/**
 * A consumer group member that separates fetching from handling: the fetch loop passes batches to topic intakes and
 * continues, so a slow message delays only its key and never the heartbeats. Commits finished messages. With audience
 * `each` the group has one member and no committed offsets: it starts at the latest offset and continues there after a
 * rejoin.
 */
export class KafkaConsumer extends MessageServer {
  private readonly group: string;
  private readonly intakes = new Map<string, TopicIntake>();
  private readonly pulse: ConsumerPulse;
  private readonly log: TransportLog;
  private readonly prefix: string;
  private consumer: Consumer | undefined;
  private memberId: string | undefined;
  private ends = new Map<string, Map<number, number>>();
  private endOfRebalance: (() => void) | undefined;
  private readonly commits: OffsetCommits;
  private drained: Promise<void> | undefined;
  private probeTimer: NodeJS.Timeout | undefined;
  private breathedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly kafka: Kafka,
    private readonly publisher: Publisher,
    private readonly options: ConsumerOptions,
    private readonly transport: KafkaTransportOptions,
    private readonly clock: ReferenceClock,
  ) {
    super();
    this.prefix = transport.prefix ?? '';
    this.log = transport.log ?? silentLog;
    this.pulse = new ConsumerPulse(transport.stallMs ?? STALL_MS);
    const name = this.prefix + groupOf(options.service);
    this.group = options.audience === 'shared' ? name : `${name}.${randomUUID()}`;
    this.commits = new OffsetCommits(this.group, this.intakes, this.log);
  }

  health(): ConsumerHealth {
    return this.pulse.verdict([...this.intakes.values()].some(({ backlog, isHeld }) => backlog > 0 && !isHeld));
  }

  lag(): ReadonlyMap<string, number> {
    return new Map([...this.intakes.values()].map(({ topic, lag }) => [topic.name, lag]));
  }

  silenceMs(): number {
    return this.pulse.silenceMs;
  }

  drain(): Promise<void> {
    this.drained ??= this.finish();
    return this.drained;
  }

  override close(): Promise<void> {
    return this.drain();
  }

  /** Resolves when the consumer has joined its group. */
  protected override async start(): Promise<void> {
    if (this.subscriptions.size === 0) throw new Error(`${this.options.service} subscribes to no topic`);
    for (const [name, subscription] of this.subscriptions)
      this.intakes.set(this.prefix + name, this.intake(subscription));
    const consumer = this.kafka.consumer({
      groupId: this.group,
      sessionTimeout: 20_000,
      // Below MAX_SILENCE_MS, so that a member waiting in JoinGroup keeps its connection.
      rebalanceTimeout: 25_000,
      heartbeatInterval: 3_000,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      // Larger single messages still arrive: brokers send at least one batch.
      maxBytesPerPartition: 4 * MIB,
      maxBytes: 32 * MIB,
      allowAutoTopicCreation: false,
      metadataMaxAge: METADATA_MAX_AGE_MS,
      // Longer than a broker restart. A consumer that gives up rejoins as a new member, and the group waits for the old
      // one's session to expire.
      retry: { retries: 40, maxRetryTime: 3_000, restartOnFailure: async () => this.drained === undefined },
    });
    this.consumer = consumer;
    await this.connect(consumer);
    const names = [...this.intakes.keys()];
    if (this.options.audience === 'each') this.ends = await this.fetchEnds(names);
    await consumer.subscribe({ topics: names, fromBeginning: true });
    await this.endIfDrained(consumer);
    const joined = this.watch(consumer);
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => {
        this.take(payload);
        await this.breathe();
      },
    });
    await joined;
    this.watchGroup();
  }

  private watchGroup(): void {
    let isProbing = false;
    const probe = async () => {
      if (isProbing) return;
      isProbing = true;
      const isAbsent = this.pulse.absenceMs > PROBE_AFTER_MS;
      this.pulse.probed(isAbsent && (await answersNewConnections(this.transport, this.group)));
      isProbing = false;
    };
    this.probeTimer = setInterval(probe, PROBE_EVERY_MS);
    this.probeTimer.unref();
  }

  private async connect(consumer: Consumer): Promise<void> {
    let saidAt = Number.NEGATIVE_INFINITY;
    for (const until = Date.now() + REFUSAL_LIMIT_MS; ; await delay(CONNECT_PAUSE_MS)) {
      try {
        await this.endIfDrained(consumer);
        await consumer.connect();
        return await this.endIfDrained(consumer);
      } catch (error) {
        const isAway = isBrokerAway(error);
        if (this.drained !== undefined || (!isAway && Date.now() > until)) throw error;
        const reason = error instanceof Error ? kafkaErrorReason(error.message) : String(error);
        if (!isAway) this.log('warn', 'broker-refused', { group: this.group, reason });
        else if (Date.now() - saidAt >= WAIT_PERIOD_MS) {
          saidAt = Date.now();
          this.log('warn', 'waiting-for-kafka', { brokers: this.transport.brokers.join(','), reason });
        }
      }
    }
  }

  private async endIfDrained(consumer: Consumer): Promise<void> {
    if (this.drained === undefined) return;
    await consumer.disconnect();
    throw new Error(`${this.group} was drained before it joined`);
  }

  private intake(subscription: Subscription): TopicIntake {
    const topic = this.prefix + subscription.topic.name;
    const { concurrency, retry, tracing, onDelivery, onDeadLetter } = this.transport;
    return new TopicIntake(subscription, {
      concurrency: concurrency ?? DEFAULT_CONCURRENCY,
      commits: this.options.audience === 'shared',
      clock: this.clock,
      recipient: {
        group: this.group,
        retry: { ...redeliveryPolicy, ...retry },
        publishDeadLetter: (key, letter) => this.publisher.publish(deadLettersOf(this.options.service), key, letter),
        log: this.log,
        tracing,
        onDelivery: (report) => {
          this.pulse.moved();
          onDelivery?.(report);
        },
        onDeadLetter,
      },
      onFlow: (mayFetch) => this.applyFlow(topic, mayFetch),
    });
  }

  private watch(consumer: Consumer): Promise<void> {
    return new Promise((resolve, reject) => {
      consumer.on(consumer.events.GROUP_JOIN, (event) => {
        this.join(event);
        resolve();
      });
      consumer.on(consumer.events.HEARTBEAT, () => this.pulse.beat());
      consumer.on(consumer.events.REBALANCING, () => this.pauseForRebalance());
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        this.pauseForRebalance();
        if (payload.restart || this.drained !== undefined) return;
        this.pulse.failed();
        reject(payload.error);
        this.log('error', 'consumer-failed', { group: this.group, err: payload.error });
        this.transport.onFatal?.(payload.error);
      });
    });
  }

  /** Starts no message during a rebalance, because another member may get it. */
  private pauseForRebalance(): void {
    this.pulse.left();
    if (this.endOfRebalance !== undefined) return;
    // Brokers accept commits until all members have rejoined. Each commit avoids redeliveries.
    void this.commits.commit();
    const end = new Promise<void>((resolve) => {
      this.endOfRebalance = resolve;
    });
    for (const intake of this.intakes.values()) intake.hold(end);
  }

  private join({ payload }: ConsumerGroupJoinEvent): void {
    const isAlone = this.options.audience === 'each';
    const keeps = isAlone || payload.memberId === this.memberId;
    this.memberId = payload.memberId;
    for (const [topic, intake] of this.intakes) {
      intake.assign(payload.memberAssignment[topic] ?? [], keeps, (partition) =>
        isAlone ? (this.ends.get(topic)?.get(partition) ?? 0) : undefined,
      );
      // A new generation loses the paused state.
      if (!intake.mayFetch) this.applyFlow(topic, false);
      if (!isAlone) continue;
      for (const [partition, progress] of intake.partitions) {
        this.consumer?.seek({ topic, partition, offset: String(progress.committable()) });
      }
    }
    this.endOfRebalance?.();
    this.endOfRebalance = undefined;
    this.pulse.joined();
    this.log('info', 'group-joined', { group: this.group, topics: Object.keys(payload.memberAssignment) });
  }

  private take({ batch, resolveOffset, commitOffsetsIfNecessary, isRunning }: EachBatchPayload): void {
    const intake = this.intakes.get(batch.topic);
    if (intake === undefined || !isRunning() || this.drained !== undefined) return;
    if (this.options.audience === 'shared') this.commits.use(commitOffsetsIfNecessary);
    if (intake.backlog === 0) this.pulse.moved();
    if (intake.accept(batch)) resolveOffset(batch.lastOffset());
  }

  /** Called once per fetch; kafkajs passes its partitions one by one. */
  private async breathe(): Promise<void> {
    const inHand = [...this.intakes.values()].reduce((sum, { backlog }) => sum + backlog, 0);
    if (inHand < ENOUGH_IN_HAND || performance.now() - this.breathedAtMs < 2 * BREATH_MS) return;
    await delay(BREATH_MS);
    this.breathedAtMs = performance.now();
  }

  private applyFlow(topic: string, mayFetch: boolean): void {
    try {
      if (mayFetch && this.drained === undefined) this.consumer?.resume([{ topic }]);
      else this.consumer?.pause([{ topic }]);
    } catch (error) {
      this.log('debug', 'flow-not-applied', { topic, err: error });
    }
  }

  /** New topics and restarted brokers have partitions without a leader for a while. */
  private async fetchEnds(names: readonly string[]): Promise<Map<string, Map<number, number>>> {
    for (const until = Date.now() + REFUSAL_LIMIT_MS; ; await delay(CONNECT_PAUSE_MS)) {
      try {
        return await this.askForEnds(names);
      } catch (error) {
        if (this.drained !== undefined || !isRetriable(error) || Date.now() > until) throw error;
        this.log('warn', 'broker-refused', { group: this.group, reason: kafkaErrorReason(String(error)) });
      }
    }
  }

  private async askForEnds(names: readonly string[]): Promise<Map<string, Map<number, number>>> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      const ends = names.map(async (name): Promise<[string, Map<number, number>]> => {
        const offsets = await admin.fetchTopicOffsets(name);
        return [name, new Map(offsets.map(({ partition, high }) => [partition, Number(high)]))];
      });
      return new Map(await Promise.all(ends));
    } finally {
      await admin.disconnect();
    }
  }

  private async finish(): Promise<void> {
    this.pulse.draining();
    clearInterval(this.probeTimer);
    for (const topic of this.intakes.keys()) this.applyFlow(topic, false);
    await Promise.all([...this.intakes.values()].map((intake) => intake.drain()));
    await this.commits.end();
    await this.consumer?.disconnect();
  }
}
