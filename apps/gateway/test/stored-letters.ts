import type {
  BrokerOperations,
  DeadLetterReading,
  ReplayedDeadLetters,
  ReplayOptions,
  StoredDeadLetter,
} from '@orbweaver/messaging';

/** Operations on a broker with some dead letters, in memory. */
export class StoredLetters implements BrokerOperations {
  /** Called before a letter is published; throws to make the replay fail. */
  onPublish: (offset: string, signal: AbortSignal | undefined) => Promise<unknown> | unknown = () => undefined;
  readonly letters: StoredDeadLetter[];

  constructor(count: number) {
    this.letters = Array.from({ length: count }, (_, n) => letter(String(n)));
  }

  async readConsumerGroups(): Promise<[]> {
    return [];
  }

  async readDeadLetters(
    visit: (stored: StoredDeadLetter) => Promise<void> | void,
    { from = '0', limit = Number.POSITIVE_INFINITY, signal }: ReplayOptions = {},
  ): Promise<DeadLetterReading> {
    for (const [visited, stored] of this.letters.slice(Number(from)).entries()) {
      if (visited >= limit || signal?.aborted) return { unreadable: 0, next: stored.offset };
      await visit(stored);
    }
    return { unreadable: 0 };
  }

  async replayDeadLetters(
    wanted: (stored: StoredDeadLetter) => boolean,
    options: ReplayOptions = {},
  ): Promise<ReplayedDeadLetters> {
    const replayed: ReplayedDeadLetters['replayed'] = [];
    const { next } = await this.readDeadLetters(async (stored) => {
      if (!wanted(stored)) return;
      const { offset } = stored;
      await this.onPublish(offset, options.signal);
      replayed.push({ offset, topic: stored.letter.topic });
      options.onReplayed?.({ offset, topic: stored.letter.topic });
    }, options);
    return { replayed, refused: [], ...(next === undefined ? {} : { next }) };
  }

  isDenied(): boolean {
    return false;
  }
}

const letter = (offset: string): StoredDeadLetter => ({
  offset,
  writers: ['frontier'],
  letter: {
    type: 'DeadLetter',
    topic: 'job.commands',
    key: null,
    group: 'orbweaver.frontier',
    headers: {},
    error: 'Error: broken\n    at stack',
    attempts: 5,
    failedAt: Date.UTC(2026, 0, 1),
    value: new Uint8Array([1]),
  },
});
