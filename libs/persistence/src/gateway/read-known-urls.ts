import type { PageFailureReason, SkipReason } from '@orbweaver/core';
import { type Database, Prisma } from '../database';
import { ownPageKey, pageKey } from '../index-keys';
import { refusalHash } from '../page-hash';
import { linksOf, shortHash } from '../refused-links';

export type FrontierPageState = 'queued' | 'leased' | 'done' | 'failed' | 'skipped';

export interface KnownUrl {
  id: string;
  ordinal: number;
  url: string;
  sourceUrl: string;
  hash: string;
  state: FrontierPageState;
  reason: SkipReason | PageFailureReason | null;
  /** The message of a failed page, or the target of a redirected one. */
  message: string | null;
  depth: number;
  isStart: boolean;
  /** Known from an earlier crawl only, not from a link or sitemap. */
  isHidden: boolean;
  foundOn: string | null;
  foundOnUrl: string | null;
  redirects: number;
  attempts: number;
  deferrals: number;
  finishedAt: Date | null;
  statusCode: number | null;
}

export async function readKnownUrls(database: Database, jobId: string, hashes: readonly string[]): Promise<KnownUrl[]> {
  const [pages, refused] = await Promise.all([
    readPages(database, jobId, hashes),
    readRefused(database, jobId, hashes),
  ]);
  return [...pages, ...refused].sort((one, other) => one.ordinal - other.ordinal);
}

/** Reads the hashes of all refused links: some 100 ms for a million. */
async function readRefused(database: Database, jobId: string, hashes: readonly string[]): Promise<KnownUrl[]> {
  const asked = new Set(hashes);
  const short = [...asked].map(shortHash);
  const rows = await database.$queryRaw<(RefusedUrl & { hash: number })[]>`
    SELECT link.id, link.ordinal, link.url, link.source_url AS "sourceUrl", link.hash::float8 AS hash, r.reason, r.depth,
           r.is_hidden AS "isHidden", r.found_on AS "foundOn", parent.url AS "foundOnUrl", r.refused_at AS "finishedAt"
    FROM frontier_refusals r
    CROSS JOIN LATERAL ${linksOf('r')} link
    LEFT JOIN frontier_pages parent ON parent.id = r.found_on
    WHERE r.job_id = ${jobId}::uuid AND r.hashes && ${short}::bigint[] AND link.hash = ANY(${short}::bigint[])`;
  const found = new Map<string, KnownUrl>();
  for (const row of rows) {
    const hash = refusalHash(row.sourceUrl);
    if (!asked.has(hash) || found.has(hash)) continue;
    found.set(hash, { ...row, ...NEVER_VISITED, hash });
  }
  return [...found.values()];
}

type RefusedUrl = Pick<
  KnownUrl,
  'id' | 'ordinal' | 'url' | 'sourceUrl' | 'reason' | 'depth' | 'isHidden' | 'foundOn' | 'foundOnUrl' | 'finishedAt'
>;

const NEVER_VISITED = {
  state: 'skipped',
  message: null,
  isStart: false,
  redirects: 0,
  attempts: 0,
  deferrals: 0,
  statusCode: null,
} as const;

function readPages(database: Database, jobId: string, hashes: readonly string[]): Promise<KnownUrl[]> {
  return database.$queryRaw<KnownUrl[]>`
    SELECT p.id, p.ordinal, p.found_on AS "foundOn", p.url, p.source_url AS "sourceUrl", encode(p.dedup_hash, 'hex') AS hash, p.state, p.reason, p.message,
           p.depth, p.is_start AS "isStart", p.is_hidden AS "isHidden", parent.url AS "foundOnUrl", p.redirects,
           p.attempt AS attempts, p.deferrals, p.finished_at AS "finishedAt", stored.status_code AS "statusCode"
    FROM unnest(${[...new Set(hashes)]}::text[]) AS asked(hash)
    CROSS JOIN LATERAL (
      SELECT * FROM frontier_pages f
      WHERE ${ownPageKey('f')} = ${pageKey(Prisma.sql`${jobId}::uuid`, Prisma.sql`decode(asked.hash, 'hex')`)}
      LIMIT 1
    ) p
    LEFT JOIN frontier_pages parent ON parent.id = p.found_on
    LEFT JOIN pages stored ON stored.id = p.id
    ORDER BY p.ordinal`;
}

/** The current origin of a crawl's scope; undefined before its start. */
export async function readOriginUrl(database: Database, jobId: string): Promise<string | undefined> {
  const rows = await database.$queryRaw<{ originUrl: string | null }[]>`
    SELECT origin_url AS "originUrl" FROM frontier_jobs WHERE id = ${jobId}::uuid`;
  return rows[0]?.originUrl ?? undefined;
}
