import { carrierOf, type MessageOf, type Topic, type TopicId, topics } from '@orbweaver/contracts';
import { CompressionTypes, type Message, type Producer, type RecordMetadata } from 'kafkajs';
import type { MessageTracing } from '../delivery/message-tracing';
import { workHeaders } from '../delivery/message-tracing';
import type { ReferenceClock } from '../delivery/reference-clock';
import { runOutsideWork } from '../delivery/work-scope';
import { BrokerUnavailableError, MessageTooLargeError } from '../errors';
import type { Publisher, PublishOptions } from '../transport';
import { encodeMessage } from '../wire/encode-message';
import { joinParts, type WireMessage, wireBytes } from '../wire/wire-message';

/** Maximum size of a request with several messages. */
const REQUEST_BYTES = 1024 * 1024;
const REQUEST_MESSAGES = 500;
/** Time limit for an acknowledgement, plus one second per MiB. */
const PUBLISH_LIMIT_MS = 15_000;
const MS_PER_BYTE = 1_000 / (1024 * 1024);
/** Order requires one request at a time for a by-key topic, because it may be retried. */
const REQUESTS_AT_ONCE = { 'by-key': 1, parallel: 4 } as const;

interface Pending {
  key: string;
  wire: Promise<WireMessage>;
  /** 0 until the message is encoded. */
  bytes: number;
  lingerMs: number;
  resolve(): void;
  reject(error: unknown): void;
}

interface Outlet {
  topic: Topic;
  pending: Pending[];
  requests: number;
  sentAtMs: number;
  lingering?: NodeJS.Timeout;
}

/**
 * Publishes at least once, with acks from all in-sync replicas. Retries may duplicate messages. kafkajs's idempotent
 * producer is not used: it reuses sequence numbers of an abandoned batch, so that the broker drops the next batch as a
 * duplicate.
 */
export class KafkaPublisher implements Publisher {
  private readonly outlets = new Map<string, Outlet>();
  private connection: Promise<void> | undefined;
  private flushed: (() => void)[] = [];
  private isClosing = false;

  constructor(
    private readonly producer: Producer,
    private readonly prefix: string,
    private readonly clock: ReferenceClock,
    private readonly tracing?: MessageTracing,
    private readonly limitMs = PUBLISH_LIMIT_MS,
  ) {}

  publish<T extends TopicId>(
    id: T,
    key: string,
    message: MessageOf<T>,
    { lingerMs = 0 }: PublishOptions = {},
  ): Promise<void> {
    const topic = carrierOf(topics[id], message);
    const outlet = this.outlets.get(topic.name) ?? {
      topic,
      pending: [],
      requests: 0,
      sentAtMs: Number.NEGATIVE_INFINITY,
    };
    this.outlets.set(topic.name, outlet);
    const wire = encodeMessage(topic, message, workHeaders(this.tracing));
    // The request rejects the publisher later; until then this must not be an unhandled rejection.
    wire.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const pending: Pending = { key, wire, bytes: 0, lingerMs, resolve, reject };
      this.limit(outlet, pending);
      outlet.pending.push(pending);
      this.wake(outlet);
    });
  }

  async publishAll<T extends TopicId>(
    topic: T,
    messages: readonly { key: string; message: MessageOf<T> }[],
    options?: PublishOptions,
  ): Promise<void> {
    await Promise.all(messages.map(({ key, message }) => this.publish(topic, key, message, options)));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const outlet of this.outlets.values()) this.wake(outlet);
    while ([...this.outlets.values()].some(({ pending, requests }) => pending.length + requests > 0)) {
      await new Promise<void>((resolve) => this.flushed.push(resolve));
    }
    if (this.connection !== undefined) await this.producer.disconnect();
  }

  /** kafkajs may still retry the request of a failed message; later messages wait until it ends. */
  private limit(outlet: Outlet, pending: Pending): void {
    const start = (bytes: number) => {
      const limitMs = this.limitMs + bytes * MS_PER_BYTE;
      const timer = setTimeout(() => {
        const index = outlet.pending.indexOf(pending);
        if (index >= 0) outlet.pending.splice(index, 1);
        const reason = `no acknowledgement from Kafka within ${Math.round(limitMs / 1_000)} s`;
        reject(new BrokerUnavailableError(reason));
      }, limitMs);
      const { resolve, reject } = pending;
      pending.resolve = () => {
        clearTimeout(timer);
        resolve();
      };
      pending.reject = (error) => {
        clearTimeout(timer);
        reject(error);
      };
    };
    pending.wire.then(
      (wire) => {
        pending.bytes = wireBytes(wire);
        start(pending.bytes);
        if (pending.lingerMs > 0) this.wake(outlet);
      },
      () => undefined,
    );
  }

  private wake(outlet: Outlet): void {
    runOutsideWork(() => setImmediate(() => this.send(outlet)));
  }

  private async send(outlet: Outlet): Promise<void> {
    if (outlet.pending.length === 0 || outlet.requests >= REQUESTS_AT_ONCE[outlet.topic.order]) return;
    clearTimeout(outlet.lingering);
    const leftMs = this.isClosing ? 0 : leftToLinger(outlet);
    if (leftMs > 0) {
      outlet.lingering = setTimeout(() => this.send(outlet), leftMs);
      return;
    }
    outlet.requests += 1;
    outlet.sentAtMs = performance.now();
    const { batch, messages } = await this.gather(outlet);
    setImmediate(() => this.send(outlet));
    try {
      await this.connect();
      if (messages.length > 0) await this.deliver(outlet.topic, batch, messages);
    } catch (error) {
      const advised = adviseOnBroker(error);
      for (const { reject } of batch) reject(advised);
    } finally {
      outlet.requests -= 1;
      for (const resolve of this.flushed.splice(0)) resolve();
      setImmediate(() => this.send(outlet));
    }
  }

  /**
   * Brokers reject the whole request if one message exceeds their limit. Splits it in halves, keeping the order, until
   * the message is alone. Happens only if a broker's limit is lower than the topic's.
   */
  private async deliver(topic: Topic, batch: readonly Pending[], messages: readonly Message[]): Promise<void> {
    try {
      const request = { topic: this.prefix + topic.name, messages: [...messages] };
      const send = () => this.producer.send({ ...request, acks: -1, compression: CompressionTypes.None });
      await this.clock.measure(send, appendTimeOf);
    } catch (error) {
      if (!isTooLarge(error) || batch.length === 1) throw error;
      const middle = Math.ceil(batch.length / 2);
      for (const [from, to] of [
        [0, middle],
        [middle, batch.length],
      ]) {
        const half = batch.slice(from, to);
        await this.deliver(topic, half, messages.slice(from, to)).catch((refusal: unknown) => {
          const advised = adviseOnBroker(refusal);
          for (const { reject } of half) reject(advised);
        });
      }
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  private async gather({ topic, pending }: Outlet): Promise<{ batch: Pending[]; messages: Message[] }> {
    const batch: Pending[] = [];
    const messages: Message[] = [];
    const maxBytes = maxRequestBytes(topic);
    let bytes = 0;
    while (batch.length < REQUEST_MESSAGES) {
      const next = pending[0];
      if (next === undefined) break;
      let wire: WireMessage;
      try {
        wire = await next.wire;
      } catch (error) {
        if (pending[0] === next) pending.shift();
        next.reject(error);
        continue;
      }
      if (pending[0] !== next) continue;
      const size = wireBytes(wire);
      if (batch.length > 0 && bytes + size > maxBytes) break;
      pending.shift();
      bytes += size;
      batch.push(next);
      messages.push({ key: next.key, value: joinParts(wire), headers: { ...wire.headers } });
    }
    return { batch, messages };
  }

  private connect(): Promise<void> {
    this.connection ??= this.producer.connect().catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    });
    return this.connection;
  }
}

/** The broker applies the topic's limit to the sum per partition. */
function maxRequestBytes(topic: Topic): number {
  return Math.min(REQUEST_BYTES, topic.maxMessageBytes / 2);
}

/** Milliseconds until the next request; 0 or less: now. */
function leftToLinger({ topic, pending, sentAtMs }: Outlet): number {
  if (pending.length >= REQUEST_MESSAGES) return 0;
  let lingerMs = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (const message of pending) {
    lingerMs = Math.min(lingerMs, message.lingerMs);
    bytes += message.bytes;
    if (lingerMs === 0 || bytes >= maxRequestBytes(topic)) return 0;
  }
  return sentAtMs + lingerMs - performance.now();
}

/** By the brokers' clock; undefined if the topic stores the publisher's time. */
function appendTimeOf(answers: readonly RecordMetadata[]): number | undefined {
  const times = answers.map(({ logAppendTime }) => Number(logAppendTime ?? -1)).filter((time) => time > 0);
  return times.length === 0 ? undefined : Math.max(...times);
}

function isTooLarge(error: unknown): boolean {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  return type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE';
}

function adviseOnBroker(error: unknown): Error {
  if (isTooLarge(error)) {
    return new MessageTooLargeError('the broker rejected a message of this size', { cause: error });
  }
  return new BrokerUnavailableError('the message was not acknowledged', { cause: error });
}
