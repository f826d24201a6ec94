import type { MessageOf, TopicId } from '@orbweaver/contracts';

export interface PublishedMessage {
  topic: TopicId;
  key: string;
  message: MessageOf<TopicId>;
}

/** A Publisher that keeps what it is given, for services that run without a transport. */
export class RecordingPublisher {
  /** In the order of publishing. */
  readonly messages: PublishedMessage[] = [];
  /** Publishing fails while this is true. */
  isAway = false;
  /** Called before a message is kept; throws to make its publishing fail. */
  onPublish: (message: PublishedMessage) => void = () => undefined;

  // Properties, so that a test can take one out and put another in its place.
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

  /** What the topic got since the last call. */
  take<T extends TopicId>(topic: T): MessageOf<T>[] {
    const taken = this.of(topic);
    const others = this.messages.filter((one) => one.topic !== topic);
    this.messages.splice(0, Infinity, ...others);
    return taken;
  }
}
