import type { Queryable } from '../database';
import { isOfJob, skipReasonOf } from '../index-keys';

const TAKEN = [
  { state: 'done', reason: null },
  { state: 'leased', reason: null },
  { state: 'queued', reason: null },
  { state: 'skipped', reason: 'redirected' },
  { state: 'skipped', reason: 'limit' },
] as const;

/** Linked URLs that were admitted, newest first within a state, in chunks of `step` up to `max`. */
export async function* readLinkedUrls(
  database: Queryable,
  { jobId, step, max }: { jobId: string; step: number; max: number },
): AsyncGenerator<string[]> {
  let left = max;
  for (const { state, reason } of TAKEN) {
    let before: number | undefined;
    while (left > 0) {
      const rows = await readStep(database, { jobId, state, reason, before, limit: Math.min(step, left) });
      if (rows.length === 0) break;
      left -= rows.length;
      before = rows.at(-1)?.ordinal;
      yield rows.flatMap(({ url, linked }) => (linked ? [url] : []));
    }
  }
}

interface LinkedUrl {
  url: string;
  ordinal: number;
  linked: boolean;
}

function readStep(
  database: Queryable,
  question: { jobId: string; state: string; reason: string | null; before: number | undefined; limit: number },
): Promise<LinkedUrl[]> {
  const { jobId, state, limit } = question;
  const before = question.before ?? 2 ** 31 - 1;
  return database.$queryRaw<LinkedUrl[]>`
    SELECT p.url, p.ordinal, p.found_on IS NOT NULL AS linked FROM frontier_pages p
    WHERE ${isOfJob('p', jobId)} AND p.state = ${state} AND ${skipReasonOf('p')} = ${question.reason ?? ''}
      AND p.ordinal < ${before}::int
    ORDER BY p.ordinal DESC
    LIMIT ${limit}::int`;
}
