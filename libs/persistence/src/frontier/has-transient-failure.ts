import type { PageFailureReason } from '@orbweaver/core';
import { Prisma, type Queryable } from '../database';
import { ownPageKey, pageKey } from '../index-keys';

const PASSING: readonly PageFailureReason[] = [
  'dns',
  'refused',
  'reset',
  'tls',
  'timed-out',
  'bad-response',
  'browser-crashed',
  'proxy-failed',
  'lease-expired',
];

/**
 * Whether one of these pages failed transiently or with a server error: its links may be the only ones to other pages.
 * `hashes`: of pageHash.
 */
export async function hasTransientFailure(
  database: Queryable,
  jobId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const rows = await database.$queryRaw<{ lost: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM unnest(${[...hashes]}::text[]) AS asked(hash)
      CROSS JOIN LATERAL (
        SELECT * FROM frontier_pages f
        WHERE ${ownPageKey('f')} = ${pageKey(Prisma.sql`${jobId}::uuid`, Prisma.sql`decode(asked.hash, 'hex')`)}
        LIMIT 1
      ) p
      LEFT JOIN pages stored ON stored.id = p.id AND p.state = 'done'
      WHERE NOT p.is_hidden
        AND ((p.state = 'failed' AND p.reason = ANY(${[...PASSING]}::text[])) OR stored.status_code >= 500)
    ) AS lost`;
  return rows[0]?.lost ?? false;
}
