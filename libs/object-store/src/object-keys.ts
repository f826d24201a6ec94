const FOLDER = 'documents/';

/** The UTC date in the UUIDv7 of a job. Undefined for other versions, whose objects could never expire. */
export function dayOfJob(jobId: string): string | undefined {
  if (jobId[14] !== '7') return undefined;
  const timeMs = Number.parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16);
  return new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', '');
}

export const folderOf = (prefix: string): string => `${prefix}${FOLDER}`;
export const folderOfDay = (prefix: string, day: string): string => `${folderOf(prefix)}${day}/`;
/** Sorts after all keys of the day and before the next day. */
export const behindDay = (prefix: string, day: string): string => `${folderOf(prefix)}${day}0`;

export const folderOfJob = (prefix: string, jobId: string): string =>
  `${folderOfDay(prefix, dayOfJob(jobId) ?? 'undated')}${jobId}/`;

export function objectKey(prefix: string, row: { jobId: string; pageId: string }, hash: Uint8Array): string {
  return `${folderOfJob(prefix, row.jobId)}${row.pageId}-${Buffer.from(hash).toString('hex')}.json.gz`;
}
