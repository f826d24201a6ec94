import { Prisma } from './database';

/**
 * Expressions that are indexed by exactly one index, to the letter. Statements that search by them have a single plan,
 * even without statistics of a new job or team. Search a row with a known id by its id alone in a subquery and check it
 * then: with `state = 'queued'`, Postgres may choose an index of queued rows that it assumes to be empty.
 */

type Value = Prisma.Sql;

const column = (table: string, name: string): Value => Prisma.raw(`${table}.${name}`);

/**
 * Job and dedup hash, job first, so that pages admitted together are in few blocks. Half a SHA-256 suffices: 10^10
 * pages collide with a probability of 10^-19.
 */
export const pageKey = (jobId: Value, dedupHash: Value): Prisma.Sql =>
  Prisma.sql`uuid_send(${jobId}) || substring(${dedupHash} FROM 1 FOR 16)`;

export const ownPageKey = (table: string): Prisma.Sql => pageKey(column(table, 'job_id'), column(table, 'dedup_hash'));

/** The job of a queued page; then host, time and ordinal. */
export const queueOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'queued' THEN ${table}.job_id END`);

/** Empty without a reason. Lists are ordered by isOfJob, state, this and ordinal. */
export const skipReasonOf = (table: string): Prisma.Sql => Prisma.raw(`coalesce(${table}.reason, '')`);

/** The job of a failed page; then time and id. */
export const failureOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'failed' THEN ${table}.job_id END`);

/** The team of a running job; then time of acceptance. */
export const runningOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'scraping' THEN ${table}.team_id END`);

/** The team of a completed job; then time of completion. */
export const completedOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'completed' THEN ${table}.team_id END`);

/** The schedule of an open run; then its state. */
export const openRunOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.ended_at IS NULL THEN ${table}.schedule_id END`);

/** The state of an open run that waits for a gateway: due, or a running map; then its planned time. */
export const waitingRunOf = (table: string): Prisma.Sql =>
  Prisma.raw(
    `CASE WHEN ${table}.ended_at IS NULL AND ${table}.job_id IS NULL AND ${table}.collected_at IS NULL THEN ${table}.state END`,
  );

/** The team of a job's first pending event; then its due time. */
export const dueOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'pending' AND ${table}.is_first THEN ${table}.team_id END`);

/**
 * State and team combined, because an index of all teams starts with the state. Then job and sequence for events, or
 * newest first for jobs.
 */
export const stateOfTeam = (table: string): Prisma.Sql =>
  Prisma.raw(`(${table}.state || ' ' || ${table}.team_id::text)`);

/** All events of a job by sequence, or its URLs in their lists. */
export const isOfJob = (table: string, jobId: string): Prisma.Sql =>
  Prisma.sql`uuid_send(${column(table, 'job_id')}) = uuid_send(${jobId}::uuid)`;

/** All versions of a team by age. A single one is found by team_id and key. */
export const isOfTeam = (table: string, teamId: string): Prisma.Sql =>
  Prisma.sql`uuid_send(${column(table, 'team_id')}) = uuid_send(${teamId}::uuid)`;

/** Position of an audit entry in its team's list; ordering by id would read the entries of all teams. */
export const newestFirst = (table: string): Prisma.Sql => Prisma.raw(`(- ${table}.id)`);

/** A random id with the job's time, which selects the same partition. */
export const newIdOf = (job: string): Prisma.Sql =>
  Prisma.raw(`(substring(${job}.id::text FROM 1 FOR 13) || substring(gen_random_uuid()::text FROM 14))::uuid`);
