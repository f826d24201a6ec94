import type { MessageOf, TopicId } from '@orbweaver/contracts';

export interface PublishedMessage {
  topic: TopicId;
  key: string;
  message: MessageOf<TopicId>;
}

/** A Publisher that records messages, for services without a transport. */
export class RecordingPublisher {
  readonly messages: PublishedMessage[] = [];
  isAway = false;
  /** Called before a message is recorded; throw to fail its publishing. */
  onPublish: (message: PublishedMessage) => void = () => undefined;

  // Properties, so that tests can replace them.
  publish = async <T extends TopicId>(topic: T, key: string, message: MessageOf<T>): Promise<void> => {
    await this.publishAll(topic, [{ key, message }]);
  };

  publishAll = async <T extends TopicId>(
    topic: T,
    messages: readonly { key: string; message: MessageOf<T> }[],
  ): Promise<void> => {
    if (this.isAway) throw new Error('the broker is away');
    for (const { key, message } of messages) {
      const published = { topic, key, message };
      this.onPublish(published);
      this.messages.push(published);
    }
  };

  of<T extends TopicId>(topic: T): MessageOf<T>[] {
    return this.messages.filter((one) => one.topic === topic).map((one) => one.message as MessageOf<T>);
  }

  /** Messages of the topic since the last call. */
  take<T extends TopicId>(topic: T): MessageOf<T>[] {
    const taken = this.of(topic);
    const others = this.messages.filter((one) => one.topic !== topic);
    this.messages.splice(0, Infinity, ...others);
    return taken;
  }
}
