import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type {
  BrokerOperations,
  DeadLetterReading,
  ReplayedDeadLetters,
  ReplayOptions,
  StoredDeadLetter,
} from '@orbweaver/messaging';
import { type Actor, type Database, noteReplay } from '@orbweaver/persistence';
import { BROKER, DATABASE, isWithin } from '@orbweaver/platform';
import { Mutex, tryAcquire, withTimeout } from 'async-mutex';
import type { Request, Response } from 'express';
import { Administered } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { cut } from '../errors/wording';
import { DeadLettersAnswer, exampleLetters, ReplayAnswer, ReplayRequest } from '../wire/admin/system';
import { DENIED } from './describe-system';

const MAX_LETTERS = 100;
const MAX_REPLAYED = 1000;
const MAX_ERROR_CHARS = 200;

/** Time that a listing waits for another reading. */
const TURN_TIMEOUT_MS = 3000;
/** A reading ends after the letter of this time. */
const READING_TIMEOUT_MS = 10_000;
/** Below the 30 s after which the console gives up. */
const RESPONSE_TIMEOUT_MS = 20_000;
const RETRY_AFTER_S = 60;

const UNAVAILABLE =
  'There is no Kafka, so there are no dead letters: a message that fails finally is logged as dead-letter, and the frontier repairs its pages.';
const NOT_READABLE = `Dead letters are not readable: ${DENIED}.`;
const BUSY = 'Dead letters are being listed or replayed. Try again in some seconds';
const SILENT = `Kafka did not respond within ${RESPONSE_TIMEOUT_MS / 1000} s. Letters that are still published will be in the audit log`;

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
    errors: { 409: 'Another listing or a replay runs', 503: 'Kafka did not respond' },
  })
  async list(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { broker } = this;
    if (broker === undefined) return { success: true, deadLetters: null, hasMore: false, unavailable: UNAVAILABLE };
    const signal = endOf(request, response);
    const found: StoredDeadLetter[] = [];
    const visit = (stored: StoredDeadLetter) =>
      void found.push({ ...stored, letter: { ...stored.letter, value: new Uint8Array() } });
    const reading = withTimeout(this.turn, TURN_TIMEOUT_MS, new ApiError(409, BUSY)).runExclusive(() =>
      broker.readDeadLetters(visit, { limit: MAX_LETTERS, signal }),
    );
    let read: DeadLetterReading;
    try {
      read = await inTime(reading);
    } catch (error) {
      if (!broker.isDenied(error)) throw error;
      return { success: true, deadLetters: null, hasMore: false, unavailable: NOT_READABLE };
    }
    return { success: true, deadLetters: found.map(describe), hasMore: read.next !== undefined };
  }

  @Post('replay')
  @Operation({
    summary: 'Replay dead letters',
    description: `Publishes one dead letter, or up to ${MAX_REPLAYED}, to their topics again, for up to ${READING_TIMEOUT_MS / 1000} s. To replay the rest, send \`next\` as \`from\`. All services handle repeated messages. The audit log records the replay.`,
    tag: 'admin',
    body: { schema: ReplayRequest, example: { offset: '12' } },
    answer: { schema: ReplayAnswer, example: { success: true, replayed: 1, refused: 0, next: null } },
    errors: {
      400: 'Invalid body',
      404: 'No dead letter has this offset, or there is no Kafka',
      409: 'A listing or another replay runs, or the Kafka user of the gateway has no right to replay',
      503: 'Kafka did not respond',
    },
  })
  async replay(
    @CurrentActor() actor: Actor,
    @WireBody() { offset, from }: ReplayRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { broker } = this;
    if (broker === undefined) throw new ApiError(404, UNAVAILABLE);
    const isAll = offset === 'all';
    const range = isAll ? { from, limit: MAX_REPLAYED } : { from: offset, limit: 1 };
    const signal = endOf(request, response);
    const replaying = tryAcquire(this.turn, new ApiError(409, BUSY)).runExclusive(() =>
      this.publishAgain(broker, actor, (stored) => isAll || stored.offset === offset, { ...range, signal }),
    );
    const { replayed, refused, next } = await inTime(replaying).catch((error: unknown) => {
      if (broker.isDenied(error)) throw new ApiError(409, NOT_READABLE);
      throw error;
    });
    if (!isAll && replayed.length + refused.length === 0) {
      throw new ApiError(404, `No dead letter has the offset ${offset}`);
    }
    return {
      success: true,
      replayed: replayed.length,
      refused: refused.length,
      next: isAll ? (next ?? null) : null,
    };
  }

  /** Notes published letters also if the replay fails midway or its caller has gone. */
  private async publishAgain(
    broker: BrokerOperations,
    actor: Actor,
    wanted: (stored: StoredDeadLetter) => boolean,
    range: ReplayOptions,
  ): Promise<ReplayedDeadLetters> {
    const published: ReplayedDeadLetters['replayed'] = [];
    try {
      return await broker.replayDeadLetters(wanted, { ...range, onReplayed: (letter) => void published.push(letter) });
    } finally {
      await noteReplay(this.database, actor, published);
    }
  }
}

const endOf = (request: Request, response: Response): AbortSignal =>
  AbortSignal.any([untilClosed(request, response), AbortSignal.timeout(READING_TIMEOUT_MS)]);

/** Kafka may be silent for longer than a reading. The reading goes on and keeps its turn. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  if (await isWithin(RESPONSE_TIMEOUT_MS, reading)) return reading;
  throw new ApiError(503, SILENT, { code: 'BROKER_UNAVAILABLE', headers: { 'Retry-After': String(RETRY_AFTER_S) } });
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
