import type { PageFailureReason } from '@orbweaver/core';
import { Prisma, type Queryable } from '../database';
import { ownPageKey, pageKey } from '../index-keys';

/** Failures that say nothing about tomorrow. */
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
 * Whether one of these pages of the job could not be read this time, or answered with a server's fault, though it may
 * be read the next: whatever it links to may have no other way to it. `hashes` as of pageHash.
 */
export async function hasLostWays(database: Queryable, jobId: string, hashes: readonly string[]): Promise<boolean> {
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
