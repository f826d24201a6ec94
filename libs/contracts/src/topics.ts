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

export interface Topic<S extends z.ZodType = z.ZodType> {
  name: string;
  schema: S;
  /** At least as many as the consumers that will ever share it. */
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
   * Its messages tell of pages with zeroDataRetention: nobody keeps one in a dead letter, in a log line, or past its
   * time in a file that is still written to.
   */
  isUnkept?: true;
}

/** More than a lease or a request lasts in a queue: what is dropped unread is rendered anew, or was answered 408. */
const UNKEPT_RETENTION_MS = 10 * MINUTE_MS;

const topic = <S extends z.ZodType>(value: Topic<S>): Topic<S> => value;

/** The same topic for pages with zeroDataRetention. */
const unkept = <S extends z.ZodType>(sibling: Topic<S>): Topic<S> => ({
  ...sibling,
  name: `${sibling.name}.unkept`,
  retentionMs: UNKEPT_RETENTION_MS,
  isUnkept: true,
});

const ordinary = {
  jobCommands: topic({
    name: 'job.commands',
    schema: JobCommand,
    partitions: 12,
    order: 'by-key',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: MIB,
  }),
  renderInteractive: topic({
    name: 'render.interactive',
    schema: RenderPage,
    partitions: 48,
    order: 'parallel',
    retentionMs: HOUR_MS,
    maxMessageBytes: 16 * MIB,
  }),
  renderBulk: topic({
    name: 'render.bulk',
    schema: RenderPage,
    partitions: 48,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 16 * MIB,
  }),
  documentsInteractive: topic({
    name: 'documents.interactive',
    schema: PageDocument,
    partitions: 12,
    order: 'parallel',
    retentionMs: HOUR_MS,
    maxMessageBytes: 64 * MIB,
  }),
  documentsBulk: topic({
    name: 'documents.bulk',
    schema: PageDocument,
    partitions: 24,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 64 * MIB,
  }),
  pageOutcomes: topic({
    name: 'page.outcomes',
    schema: PageOutcome,
    partitions: 24,
    order: 'by-key',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 16 * MIB,
  }),
  jobSettled: topic({
    name: 'job.settled',
    schema: JobSettled,
    partitions: 12,
    order: 'by-key',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: MIB,
  }),
  pageStored: topic({
    name: 'page.stored',
    schema: PageStored,
    partitions: 6,
    order: 'by-key',
    retentionMs: HOUR_MS,
    maxMessageBytes: MIB,
  }),
  jobChanged: topic({
    name: 'job.changed',
    schema: JobChanged,
    partitions: 6,
    order: 'by-key',
    retentionMs: HOUR_MS,
    maxMessageBytes: MIB,
  }),
  deadLetters: topic({
    name: 'dead.letters',
    schema: DeadLetter,
    partitions: 1,
    order: 'parallel',
    retentionMs: 14 * 24 * HOUR_MS,
    maxMessageBytes: 65 * MIB,
  }),
} as const;

/** The one table of topics: who publishes and who handles each is in the README's map. */
export const topics = {
  ...ordinary,
  renderInteractiveUnkept: unkept(ordinary.renderInteractive),
  renderBulkUnkept: unkept(ordinary.renderBulk),
  documentsInteractiveUnkept: unkept(ordinary.documentsInteractive),
  documentsBulkUnkept: unkept(ordinary.documentsBulk),
  pageOutcomesUnkept: unkept(ordinary.pageOutcomes),
  pageHandedOver: topic({
    name: 'page.handed-over',
    schema: DirectReply,
    partitions: 6,
    order: 'parallel',
    retentionMs: UNKEPT_RETENTION_MS,
    maxMessageBytes: 64 * MIB,
    isUnkept: true,
  }),
} as const;

export type TopicId = keyof typeof topics;
export type MessageOf<T extends TopicId> = z.infer<(typeof topics)[T]['schema']>;
