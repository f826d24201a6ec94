import { Controller, Get, Inject, Post } from '@nestjs/common';
import type { BrokerOperations, StoredDeadLetter } from '@orbweaver/messaging';
import { type Actor, type Database, noteReplay } from '@orbweaver/persistence';
import { BROKER, DATABASE } from '@orbweaver/platform';
import { Mutex } from 'async-mutex';
import { Administered } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { Operation, WireBody } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { cut } from '../errors/wording';
import { DeadLettersAnswer, exampleLetters, ReplayAnswer, ReplayRequest } from '../wire/admin/system';
import { DENIED } from './describe-system';

const MAX_LETTERS = 100;
const MAX_ERROR_CHARS = 200;

const UNAVAILABLE =
  'There is no Kafka, so there are no dead letters: a message that fails finally is logged as dead-letter, and the frontier repairs its pages.';
const NOT_READABLE = `Dead letters are not readable: ${DENIED}.`;

/** Ends a reading that has enough. */
class EnoughError extends Error {
  override readonly name = 'EnoughError';
}

@Controller('admin/v1/dead-letters')
@Administered()
export class AdminDeadLettersController {
  /** A dead letter can have 65 MiB, so one reading runs at a time. */
  private readonly turn = new Mutex();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BROKER) private readonly broker: BrokerOperations | undefined,
  ) {}

  @Get()
  @Operation({
    summary: 'List dead letters',
    description: `Messages that failed finally, up to ${MAX_LETTERS}, oldest first. Kafka keeps them until their retention ends, even after a replay. Takes some seconds.`,
    tag: 'admin',
    answer: { schema: DeadLettersAnswer, example: exampleLetters },
  })
  async list() {
    const { broker } = this;
    if (broker === undefined) return { success: true, deadLetters: null, hasMore: false, unavailable: UNAVAILABLE };
    const found: StoredDeadLetter[] = [];
    try {
      await this.turn.runExclusive(() =>
        broker.readDeadLetters((stored) => {
          if (found.length > MAX_LETTERS) throw new EnoughError();
          found.push({ ...stored, letter: { ...stored.letter, value: new Uint8Array() } });
        }),
      );
    } catch (error) {
      if (broker.isDenied(error)) {
        return { success: true, deadLetters: null, hasMore: false, unavailable: NOT_READABLE };
      }
      if (!(error instanceof EnoughError)) throw error;
    }
    return {
      success: true,
      deadLetters: found.slice(0, MAX_LETTERS).map(describe),
      hasMore: found.length > MAX_LETTERS,
    };
  }

  @Post('replay')
  @Operation({
    summary: 'Replay dead letters',
    description:
      'Publishes one dead letter, or all of them, to their topics again. All services handle repeated messages. The audit log records the replay.',
    tag: 'admin',
    body: { schema: ReplayRequest, example: { offset: '12' } },
    answer: { schema: ReplayAnswer, example: { success: true, replayed: 1, refused: 0 } },
    errors: {
      400: 'Invalid body',
      404: 'No dead letter has this offset, or there is no Kafka',
      409: 'The Kafka user of the gateway has no right to replay',
    },
  })
  async replay(@CurrentActor() actor: Actor, @WireBody() { offset }: ReplayRequest) {
    const { broker } = this;
    if (broker === undefined) throw new ApiError(404, UNAVAILABLE);
    const { replayed, refused } = await this.turn
      .runExclusive(() => broker.replayDeadLetters((stored) => offset === 'all' || stored.offset === offset))
      .catch((error: unknown) => {
        if (broker.isDenied(error)) throw new ApiError(409, NOT_READABLE);
        throw error;
      });
    await noteReplay(this.database, actor, replayed);
    if (offset !== 'all' && replayed.length + refused.length === 0) {
      throw new ApiError(404, `No dead letter has the offset ${offset}`);
    }
    return { success: true, replayed: replayed.length, refused: refused.length };
  }
}

const describe = ({ offset, letter: { failedAt, topic, group, key, attempts, error } }: StoredDeadLetter) => ({
  offset,
  failedAt: new Date(failedAt).toISOString(),
  topic,
  group,
  key: key ?? null,
  attempts,
  error: cut(error.split('\n')[0] ?? '', MAX_ERROR_CHARS),
});
