import { Prisma } from './database';

// Keys that one index alone can serve. A statement that finds its rows by one of these names no column that begins
// another index, so no statistics can lead it astray: whatever is known of a job or a team that is new, which is
// nothing, there is only one way to its rows. The expressions must be those of the indexes, to the letter.
//
// A row that is asked for by its id is read by that alone, in a subquery of its own, and looked at then: beside
// `state = 'queued'` an index of what is queued would do as well, and be taken where it is believed to be empty.

/** A column or a parameter. */
type Value = Prisma.Sql;

const column = (table: string, name: string): Value => Prisma.raw(`${table}.${name}`);

/**
 * Of a job and a dedup hash, the job first: what one job admits then stands in few blocks, however large the table is.
 * Half of a SHA-256 tells 10^10 pages of a job apart, but for a chance of 10^-19.
 */
export const pageKey = (jobId: Value, dedupHash: Value): Prisma.Sql =>
  Prisma.sql`uuid_send(${jobId}) || substring(${dedupHash} FROM 1 FOR 16)`;

/** The key of a page of the frontier. */
export const ownPageKey = (table: string): Prisma.Sql => pageKey(column(table, 'job_id'), column(table, 'dedup_hash'));

/** Of a page of the frontier the job in whose queue it stands; then by host, time and ordinal. */
export const queueOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'queued' THEN ${table}.job_id END`);

/** Of a page of the frontier its reason, empty where there is none. Lists are by isOfJob, state, this and ordinal. */
export const skipReasonOf = (table: string): Prisma.Sql => Prisma.raw(`coalesce(${table}.reason, '')`);

/** Of a page that has failed its job; then by time and id. */
export const failureOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'failed' THEN ${table}.job_id END`);

/** Of a job that runs its team; then by time of acceptance. */
export const runningOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'scraping' THEN ${table}.team_id END`);

/** Of a completed job its team; then by time of completion. */
export const completedOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'completed' THEN ${table}.team_id END`);

/** Of an event that waits for none of its job its team; then by the time when it is due. */
export const dueOf = (table: string): Prisma.Sql =>
  Prisma.raw(`CASE WHEN ${table}.state = 'pending' AND ${table}.is_first THEN ${table}.team_id END`);

/**
 * All events of a job, by sequence; those in one state are found by state and job_id. All URLs of a job, in its lists.
 */
export const isOfJob = (table: string, jobId: string): Prisma.Sql =>
  Prisma.sql`uuid_send(${column(table, 'job_id')}) = uuid_send(${jobId}::uuid)`;

/** All versions of a team, by age; a single one is found by team_id and key. */
export const isOfTeam = (table: string, teamId: string): Prisma.Sql =>
  Prisma.sql`uuid_send(${column(table, 'team_id')}) = uuid_send(${teamId}::uuid)`;
