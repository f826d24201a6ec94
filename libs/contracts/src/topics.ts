import type { z } from 'zod';
import {
  DeadLetter,
  DirectReply,
  JobChanged,
  JobCommand,
  JobSettled,
  MapReply,
  MapWork,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
  RequestBilled,
} from './messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIB = 1024 * 1024;

export const services = ['gateway', 'frontier', 'renderer', 'results'] as const;
export type TopicService = (typeof services)[number];

export interface Topic<S extends z.ZodType = z.ZodType> {
  name: string;
  schema: S;
  /** Services with write access. Source of Kafka's ACLs and the documentation tables. */
  publishers: readonly TopicService[];
  /** Services with read access. The gateway and the orbweaver command also read dead letters. */
  handlers: readonly TopicService[];
  /** At least the maximum number of consumers. Manifests, chart and sizing.md are checked against it. */
  partitions: number;
  /** `by-key`: sequential per key, in publishing order. `parallel`: concurrent, in any order. */
  order: 'by-key' | 'parallel';
  /** Retention in Kafka. No data is lost afterwards, because Postgres keeps the state. */
  retentionMs: number;
  maxMessageBytes: number;
  /**
   * Carries pages with zeroDataRetention: their contents never reach dead letters, log lines or files past the
   * retention time.
   */
  isEphemeral?: true;
  /** Broadcast; consumers start at the latest offset. */
  isBroadcast?: true;
  /**
   * Adds spans for the time in the topic and, under the name `handling`, the handler. Absent: only the trace context is
   * propagated.
   */
  traced?: { handling?: string };
  ephemeral?: Topic<S>;
}

/** Exceeds every lease and queue time: an unread message that expires has been leased again or answered with 408. */
const EPHEMERAL_RETENTION_MS = 10 * MINUTE_MS;

const topic = <S extends z.ZodType>(value: Topic<S>): Topic<S> => value;

const pageTopic = <S extends z.ZodType>(value: Topic<S>): Topic<S> => ({
  ...value,
  ephemeral: {
    ...value,
    name: `${value.name}.ephemeral`,
    retentionMs: EPHEMERAL_RETENTION_MS,
    isEphemeral: true,
  },
});

/** All topics. The map in the README is generated from this table. */
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
    publishers: ['frontier', 'gateway'],
    handlers: ['renderer'],
    partitions: 60,
    order: 'parallel',
    retentionMs: HOUR_MS,
    // Carries uploaded files.
    maxMessageBytes: 64 * MIB,
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
  /** Documents with language-model formats. Separate, so that a slow model delays no other documents. */
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
    // The frontier's epoch check rejects late outcomes. The key is the registrable domain (decision 0017).
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
  /** Maps and the links of their pages. Ephemeral: a lost map times out. */
  mapWork: topic({
    name: 'map.work',
    schema: MapWork,
    publishers: ['gateway', 'renderer'],
    handlers: ['frontier'],
    partitions: 12,
    order: 'by-key',
    retentionMs: EPHEMERAL_RETENTION_MS,
    maxMessageBytes: 16 * MIB,
    isEphemeral: true,
  }),
  mapReplies: topic({
    name: 'map.replies',
    schema: MapReply,
    publishers: ['frontier'],
    handlers: ['gateway'],
    partitions: 6,
    order: 'by-key',
    retentionMs: EPHEMERAL_RETENTION_MS,
    maxMessageBytes: MIB,
    isEphemeral: true,
    isBroadcast: true,
  }),
  requestsBilled: topic({
    name: 'requests.billed',
    schema: RequestBilled,
    publishers: ['gateway'],
    handlers: ['results'],
    partitions: 6,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: MIB,
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
  /** Separate because the renderer runs untrusted pages and must not write to the dead letters of other services. */
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

export const allTopics: readonly Topic[] = Object.values<Topic>(topics).flatMap(siblingsOf);

export function namesOf(topic: Topic): string[] {
  return siblingsOf(topic).map(({ name }) => name);
}

export function carrierOf(topic: Topic, message: { type: string } & RetentionMark): Topic {
  return (message.zeroDataRetention === true ? topic.ephemeral : undefined) ?? topic;
}

/** Decides which topic carries a message. */
export interface RetentionMark {
  zeroDataRetention?: boolean | undefined;
}

export function markOf({ zeroDataRetention }: RetentionMark): RetentionMark {
  return zeroDataRetention === true ? { zeroDataRetention } : {};
}

export function deadLettersOf(service: string): 'deadLetters' | 'rendererDeadLetters' {
  return service === 'renderer' ? 'rendererDeadLetters' : 'deadLetters';
}

/** Adds `ttlMs`. @param nowMs by the clock of the message's `deadlineAt` */
export function withTtl(message: RenderPage, nowMs: number): RenderPage {
  return { ...message, ttlMs: Math.max(0, Math.round(message.deadlineAt - nowMs)) };
}

function siblingsOf(topic: Topic): Topic[] {
  return topic.ephemeral === undefined ? [topic] : [topic, topic.ephemeral];
}
