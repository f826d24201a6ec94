import { Prisma } from './database';

// Keys that exactly one index serves. A statement that finds its rows by one of these names no column that begins
// another index, so no statistics can mislead it: even for a new job or team, of which nothing is known, there is only
// one way to its rows. The expressions must be those of the indexes, to the letter.
//
// A row that is found by its id is read by the id alone, in a subquery of its own, and checked then. Beside
// `state = 'queued'` an index of queued rows would serve too, and Postgres takes it when it believes it to be empty.

/** A column or a parameter. */
type Value = Prisma.Sql;

const column = (table: string, name: string): Value => Prisma.raw(`${table}.${name}`);

/**
 * A job and a dedup hash, the job first: the pages that one job admits then lie in few blocks, however large the table
 * is. Half of a SHA-256 tells 10^10 pages of a job apart, but for a chance of 10^-19.
 */
export const pageKey = (jobId: Value, dedupHash: Value): Prisma.Sql =>
  Prisma.sql`uuid_send(${jobId}) || substring(${dedupHash} FROM 1 FOR 16)`;

/** The key of a page of the frontier. */
export const ownPageKey = (table: string): Prisma.Sql => pageKey(column(table, 'job_id'), column(table, 'dedup_hash'));

/** The job in whose queue a page of the frontier stands; then host, time and ordinal. */
export const queueOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'queued' THEN ${table}.job_id END`);

/** The reason of a page of the frontier, empty where there is none. Lists are by isOfJob, state, this and ordinal. */
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

/** The team of the first pending event of a job; then the time when it is due. */
export const dueOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'pending' AND ${table}.is_first THEN ${table}.team_id END`);

/**
 * The state and the team, of events then job and sequence, of jobs the newest first. The two as one: the state alone
 * begins an index of all teams.
 */
export const stateOfTeam = (table: string): Prisma.Sql =>
  Prisma.raw(`(${table}.state || ' ' || ${table}.team_id::text)`);

/**
 * All events of a job, by sequence; those in one state are found by state and job_id. All URLs of a job, in its lists.
 */
export const isOfJob = (table: string, jobId: string): Prisma.Sql =>
  Prisma.sql`uuid_send(${column(table, 'job_id')}) = uuid_send(${jobId}::uuid)`;

/** All versions of a team, by age; a single one is found by team_id and key. */
export const isOfTeam = (table: string, teamId: string): Prisma.Sql =>
  Prisma.sql`uuid_send(${column(table, 'team_id')}) = uuid_send(${teamId}::uuid)`;

/** The place of an audit entry in the list of its team: the ids alone would lead through the entries of all teams. */
export const newestFirst = (table: string): Prisma.Sql => Prisma.raw(`(- ${table}.id)`);

/** A random id for a page of the job: it begins with the job's time, and so lies in the same partition. */
export const newIdOf = (job: string): Prisma.Sql =>
  Prisma.raw(`(substring(${job}.id::text FROM 1 FOR 13) || substring(gen_random_uuid()::text FROM 14))::uuid`);
