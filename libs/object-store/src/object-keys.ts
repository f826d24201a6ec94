/** Below the prefix of the address; one folder for each day. */
const FOLDER = 'documents/';

/**
 * A job's day, `20261125`, UTC: its id is a UUID of version 7, which begins with 48 bits of milliseconds. Undefined for
 * another id: nothing would tell when its objects may go.
 */
export function dayOfJob(jobId: string): string | undefined {
  if (jobId[14] !== '7') return undefined;
  const timeMs = Number.parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16);
  return new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', '');
}

export const folderOf = (prefix: string): string => `${prefix}${FOLDER}`;
export const folderOfDay = (prefix: string, day: string): string => `${folderOf(prefix)}${day}/`;
/** Sorts behind all keys of the day, and before those of the next. */
export const behindDay = (prefix: string, day: string): string => `${folderOf(prefix)}${day}0`;

/** Of a job with a day. */
export function objectKey(prefix: string, row: { jobId: string; pageId: string }, hash: Uint8Array): string {
  const day = dayOfJob(row.jobId) ?? 'undated';
  return `${folderOfDay(prefix, day)}${row.jobId}/${row.pageId}-${Buffer.from(hash).toString('hex')}.json.gz`;
}
