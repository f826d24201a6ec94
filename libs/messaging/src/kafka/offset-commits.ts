import type { EachBatchPayload } from 'kafkajs';
import type { TransportLog } from '../delivery/transport-options';
import type { TopicIntake } from './topic-intake';

const COMMIT_EVERY_MS = 1_000;

type Send = EachBatchPayload['commitOffsetsIfNecessary'];

export class OffsetCommits {
  private send: Send | undefined;
  private tail: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isCommitting = false;

  constructor(
    private readonly group: string,
    private readonly intakes: ReadonlyMap<string, TopicIntake>,
    private readonly log: TransportLog,
  ) {}

  /**
   * Each batch provides `send`. Unlike kafkajs's commitOffsets(), it fails after its generation, and the next commit
   * covers it.
   */
  use(send: Send): void {
    this.send = send;
    // Skips while a commit is unanswered: commits would queue until the connection closes.
    this.timer ??= setInterval(() => (this.isCommitting ? undefined : this.commit()), COMMIT_EVERY_MS);
  }

  commit(): Promise<void> {
    this.tail = this.tail.then(() => this.commitNow());
    return this.tail;
  }

  end(): Promise<void> {
    clearInterval(this.timer);
    return this.commit();
  }

  private async commitNow(): Promise<void> {
    const due = [...this.intakes].flatMap(([topic, { partitions }]) =>
      [...partitions].flatMap(([partition, progress]) => {
        const offset = progress.uncommitted();
        return offset === undefined ? [] : [{ topic, partition, progress, offset }];
      }),
    );
    if (this.send === undefined || due.length === 0) return;
    const topics = [...new Set(due.map(({ topic }) => topic))].map((topic) => ({
      topic,
      partitions: due
        .filter((one) => one.topic === topic)
        .map(({ partition, offset }) => ({ partition, offset: String(offset) })),
    }));
    this.isCommitting = true;
    try {
      await this.send({ topics });
      for (const { progress, offset } of due) progress.commit(offset);
    } catch (error) {
      this.log('info', 'commit-failed', { group: this.group, err: error });
    } finally {
      this.isCommitting = false;
    }
  }
}
