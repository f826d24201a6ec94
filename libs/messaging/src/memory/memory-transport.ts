import { carrierOf, type MessageOf, type TopicId, topics } from '@orbweaver/contracts';
import { workHeaders } from '../delivery/message-tracing';
import { silentLog, type TransportOptions } from '../delivery/transport-options';
import type { MessageServer } from '../message-server';
import type { ConsumerOptions, Publisher, Transport } from '../transport';
import { encodeMessage } from '../wire/encode-message';
import { MemoryBroker, type MemoryLimits } from './memory-broker';
import { MemoryConsumer } from './memory-consumer';

export interface MemoryTransportOptions extends TransportOptions {
  limits?: Partial<MemoryLimits>;
}

/**
 * In-process transport with the guarantees of a broker, except durability. Byte fields are not copied, so publishers
 * must not modify them.
 */
export function createMemoryTransport(options: MemoryTransportOptions = {}): Transport {
  return new MemoryTransport(options);
}

class MemoryTransport implements Transport, Publisher {
  private readonly broker: MemoryBroker;
  /** Encoding may use the thread pool; one promise chain per topic keeps the publishing order. */
  private readonly tails = new Map<string, Promise<void>>();

  constructor(private readonly options: MemoryTransportOptions) {
    this.broker = new MemoryBroker(options.log ?? silentLog, options.limits);
  }

  get publisher(): Publisher {
    return this;
  }

  consumer(consumer: ConsumerOptions): MessageServer {
    return new MemoryConsumer(this.broker, this, consumer, this.options);
  }

  async publish<T extends TopicId>(id: T, key: string, message: MessageOf<T>): Promise<void> {
    const topic = carrierOf(topics[id], message);
    const headers = workHeaders(this.options.tracing);
    await this.broker.waitForRoom(topic);
    const before = this.tails.get(topic.name);
    const put = Promise.all([encodeMessage(topic, message, headers), before]).then(([wire]) =>
      this.broker.put(topic, key, wire),
    );
    // A message that cannot be encoded must not fail the next one.
    const settled = put.catch(() => undefined);
    this.tails.set(topic.name, settled);
    return put;
  }

  async publishAll<T extends TopicId>(
    topic: T,
    messages: readonly { key: string; message: MessageOf<T> }[],
  ): Promise<void> {
    for (const { key, message } of messages) await this.publish(topic, key, message);
  }

  clockSkewMs(): number {
    return 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.tails.values());
  }
}
