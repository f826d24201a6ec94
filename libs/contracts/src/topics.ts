import type { z } from 'zod';
import {
  DeadLetter,
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
}

const topic = <S extends z.ZodType>(value: Topic<S>): Topic<S> => value;

/** The one table of topics: who publishes and who handles each is in the README's map. */
export const topics = {
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
    maxMessageBytes: 2 * MIB,
  }),
  renderBulk: topic({
    name: 'render.bulk',
    schema: RenderPage,
    partitions: 48,
    order: 'parallel',
    retentionMs: 24 * HOUR_MS,
    maxMessageBytes: 2 * MIB,
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

export type TopicId = keyof typeof topics;
export type MessageOf<T extends TopicId> = z.infer<(typeof topics)[T]['schema']>;
