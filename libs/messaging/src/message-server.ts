import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { allTopics, type Topic } from '@orbweaver/contracts';
import type { Consumer, ConsumerHealth } from './transport';

const topicByName = new Map(allTopics.map((topic) => [topic.name, topic]));

export interface Subscription {
  topic: Topic;
  handlers: MessageHandler[];
}

/** The Nest side of a consumer: collects `@EventPattern` handlers by topic. */
export abstract class MessageServer extends Server implements CustomTransportStrategy, Consumer {
  protected readonly subscriptions = new Map<string, Subscription>();

  abstract drain(): Promise<void>;
  abstract health(): ConsumerHealth;
  abstract lag(): ReadonlyMap<string, number>;
  abstract silenceMs(): number;
  abstract override close(): Promise<void>;
  protected abstract start(): Promise<void>;

  /** Nest would chain the handlers of a pattern; separate ones can be retried individually. */
  override addHandler(pattern: unknown, callback: MessageHandler, isEventHandler = false): void {
    const topic = topicByName.get(String(pattern));
    if (topic === undefined) throw new Error(`unknown topic ${JSON.stringify(pattern)}`);
    if (!isEventHandler) throw new Error(`${topic.name}: request-response is not supported, use @EventPattern`);
    const subscription = this.subscriptions.get(topic.name) ?? { topic, handlers: [] };
    subscription.handlers.push(callback);
    this.subscriptions.set(topic.name, subscription);
    this.messageHandlers.set(topic.name, callback);
  }

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  override on(): never {
    throw new Error('this transport has no events');
  }

  override unwrap<T>(): T {
    throw new Error('this transport has no underlying server');
  }
}
