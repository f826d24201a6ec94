import type { MessageOf, TopicId } from '@orbweaver/contracts';
import type { Publisher } from '@orbweaver/messaging';

/** Keeps what is published, and refuses while it is told to. */
export class RecordingPublisher implements Publisher {
  private readonly messages = new Map<TopicId, unknown[]>();
  isBroken = false;

  async publish<T extends TopicId>(topic: T, _key: string, message: MessageOf<T>): Promise<void> {
    if (this.isBroken) throw new Error('the broker is away');
    this.messages.set(topic, [...this.of(topic), message]);
  }

  async publishAll<T extends TopicId>(
    topic: T,
    messages: readonly { key: string; message: MessageOf<T> }[],
  ): Promise<void> {
    for (const { key, message } of messages) await this.publish(topic, key, message);
  }

  /** In the order of publishing. */
  of<T extends TopicId>(topic: T): MessageOf<T>[] {
    return [...((this.messages.get(topic) ?? []) as MessageOf<T>[])];
  }

  /** What was published since the last take. */
  take<T extends TopicId>(topic: T): MessageOf<T>[] {
    const taken = this.of(topic);
    this.messages.delete(topic);
    return taken;
  }
}
