import type { z } from 'zod';
import {
  DeadLetter,
  DirectReply,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
} from './messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIB = 1024 * 1024;

/** The services, each of which has a Kafka principal of its own. */
export const services = ['gateway', 'frontier', 'renderer', 'results'] as const;
export type TopicService = (typeof services)[number];

export interface Topic<S extends z.ZodType = z.ZodType> {
  name: string;
  schema: S;
  /** Only these services may write to the topic. Source of Kafka's ACLs and of the tables in the docs. */
  publishers: readonly TopicService[];
  /** Only these services may read the topic; the orbweaver command reads dead letters. */
  handlers: readonly TopicService[];
  /** At least as many as the consumers that will ever share it; manifests, chart and sizing.md are held against it. */
  partitions: number;
  /**
   * `by-key`: one message of a key at a time, in the order of publishing.
   * `parallel`: any number at once, in any order.
   */
  order: 'by-key' | 'parallel';
  /** Kafka forgets after this time; Postgres does not, so nothing is lost by it. */
  retentionMs: number;
  maxMessageBytes: number;
  /**
   * Its messages are about pages with zeroDataRetention: nothing of them stands in a dead letter or in a log line, nor
   * past their time in a file that is still written to.
   */
  isEphemeral?: true;
  /** Every consumer hears all of it from when it joins, and misses nothing of what came before: none is kept for it. */
  isBroadcast?: true;
  /**
   * What a trace shows of a message: how long it lay in the topic and, under the name of `handling`, how long its
   * handler took. Without a name the handler only takes it in. Absent: nothing, but the context is handed on.
   */
  traced?: { handling?: string };
  /** Carries the messages of this topic that have `zeroDataRetention`. */
  ephemeral?: Topic<S>;
}

/** Longer than a lease or a request waits in a queue: a message dropped unread is rendered anew, or was answered 408. */
const EPHEMERAL_RETENTION_MS = 10 * MINUTE_MS;

const topic = <S extends z.ZodType>(value: Topic<S>): Topic<S> => value;

/** A topic whose messages are about single pages, with its ephemeral sibling. */
const pageTopic = <S extends z.ZodType>(value: Topic<S>): Topic<S> => ({
  ...value,
  ephemeral: {
    ...value,
    name: `${value.name}.ephemeral`,
    retentionMs: EPHEMERAL_RETENTION_MS,
    isEphemeral: true,
  },
});

/** The table of topics. A diagram of publishers and handlers is in apps/docs/architecture.md. */
export const topics = {
  jobCommands: topic({
    name: 'job.commands',
    schema: JobCommand,
    publishers: ['gateway'],
    handlers: ['frontier', 'results'],
    partitions: 12,
    order: 'by-key',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: MIB,
    traced: { handling: 'command' },
  }),
  renderInteractive: pageTopic({
    name: 'render.interactive',
    schema: RenderPage,
    publishers: ['gateway'],
    handlers: ['renderer'],
    partitions: 60,
    order: 'parallel',
    retentionMs: HOUR_MS,
    maxMessageBytes: 16 * MIB,
    traced: {},
  }),
  renderBulk: pageTopic({
    name: 'render.bulk',
    schema: RenderPage,
    publishers: ['frontier'],
    handlers: ['renderer'],
    partitions: 60,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 16 * MIB,
    traced: {},
  }),
  documentsInteractive: pageTopic({
    name: 'documents.interactive',
    schema: PageDocument,
    publishers: ['renderer'],
    handlers: ['results'],
    partitions: 12,
    order: 'parallel',
    retentionMs: HOUR_MS,
    maxMessageBytes: 64 * MIB,
    traced: { handling: 'store' },
  }),
  documentsBulk: pageTopic({
    name: 'documents.bulk',
    schema: PageDocument,
    publishers: ['frontier', 'renderer'],
    handlers: ['results'],
    partitions: 24,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 64 * MIB,
    traced: { handling: 'store' },
  }),
  /** Documents that a language model adds to before they are stored: a slow one holds up no others. */
  enrichmentInteractive: topic({
    name: 'enrichment.interactive',
    schema: PageDocument,
    publishers: ['renderer'],
    handlers: ['results'],
    partitions: 6,
    order: 'parallel',
    retentionMs: HOUR_MS,
    maxMessageBytes: 64 * MIB,
    traced: { handling: 'take enrichment' },
  }),
  enrichmentBulk: topic({
    name: 'enrichment.bulk',
    schema: PageDocument,
    publishers: ['renderer'],
    handlers: ['results'],
    partitions: 12,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 64 * MIB,
    traced: { handling: 'take enrichment' },
  }),
  pageOutcomes: pageTopic({
    name: 'page.outcomes',
    schema: PageOutcome,
    publishers: ['renderer'],
    handlers: ['frontier'],
    partitions: 24,
    // The frontier records those of a job together. Its fence tells a late outcome from a new one.
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 16 * MIB,
    traced: { handling: 'record outcome' },
  }),
  jobSettled: topic({
    name: 'job.settled',
    schema: JobSettled,
    publishers: ['frontier'],
    handlers: ['results'],
    partitions: 12,
    order: 'by-key',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: MIB,
    traced: { handling: 'settle' },
  }),
  pageStored: topic({
    name: 'page.stored',
    schema: PageStored,
    publishers: ['results'],
    handlers: ['gateway'],
    partitions: 6,
    order: 'by-key',
    retentionMs: HOUR_MS,
    maxMessageBytes: MIB,
    isBroadcast: true,
  }),
  jobChanged: topic({
    name: 'job.changed',
    schema: JobChanged,
    publishers: ['results'],
    handlers: ['gateway'],
    partitions: 6,
    order: 'by-key',
    retentionMs: HOUR_MS,
    maxMessageBytes: MIB,
    isBroadcast: true,
  }),
  deadLetters: topic({
    name: 'dead.letters',
    schema: DeadLetter,
    publishers: ['gateway', 'frontier', 'results'],
    handlers: [],
    partitions: 1,
    order: 'parallel',
    retentionMs: 14 * 24 * HOUR_MS,
    maxMessageBytes: 65 * MIB,
  }),
  /** The renderer executes untrusted pages, so it cannot write to the dead letters of other services. */
  rendererDeadLetters: topic({
    name: 'dead.letters.renderer',
    schema: DeadLetter,
    publishers: ['renderer'],
    handlers: [],
    partitions: 1,
    order: 'parallel',
    retentionMs: 14 * 24 * HOUR_MS,
    maxMessageBytes: 65 * MIB,
  }),
  directReply: topic({
    name: 'direct.reply',
    schema: DirectReply,
    publishers: ['results'],
    handlers: ['gateway'],
    partitions: 6,
    order: 'parallel',
    retentionMs: EPHEMERAL_RETENTION_MS,
    maxMessageBytes: 64 * MIB,
    isEphemeral: true,
    isBroadcast: true,
  }),
} as const;

export type TopicId = keyof typeof topics;
export type MessageOf<T extends TopicId> = z.infer<(typeof topics)[T]['schema']>;

/** With the ephemeral siblings. */
export const allTopics: readonly Topic[] = Object.values<Topic>(topics).flatMap(siblingsOf);

/** For `@EventPattern`: one handler takes the messages of a topic and of its ephemeral sibling. */
export function namesOf(topic: Topic): string[] {
  return siblingsOf(topic).map(({ name }) => name);
}

/** The topic that a message travels on. Publishers ask this, so that no service chooses. */
export function carrierOf(topic: Topic, message: { type: string } & RetentionMark): Topic {
  return (message.zeroDataRetention === true ? topic.ephemeral : undefined) ?? topic;
}

/** What a message says of its page, so that it travels on the right topic. */
export interface RetentionMark {
  zeroDataRetention?: boolean | undefined;
}

/** The same mark, for a message about the same page. */
export function markOf({ zeroDataRetention }: RetentionMark): RetentionMark {
  return zeroDataRetention === true ? { zeroDataRetention } : {};
}

/** The topic for messages that the service cannot handle. */
export function deadLettersOf(service: string): 'deadLetters' | 'rendererDeadLetters' {
  return service === 'renderer' ? 'rendererDeadLetters' : 'deadLetters';
}

/** The message with `ttlMs` for publishing now. @param nowMs on the clock of its `deadlineAt` */
export function withTtl(message: RenderPage, nowMs: number): RenderPage {
  return { ...message, ttlMs: Math.max(0, Math.round(message.deadlineAt - nowMs)) };
}

function siblingsOf(topic: Topic): Topic[] {
  return topic.ephemeral === undefined ? [topic] : [topic, topic.ephemeral];
}
