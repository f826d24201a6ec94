import { Prisma, type Queryable } from './database';
import { ownPageKey, pageKey } from './index-keys';

/** 52 bits, which a number stores exactly. Among a million URLs a collision has a probability of 10^-4. */
export const shortHash = (refusalHash: string): number => Number.parseInt(refusalHash.slice(0, 13), 16);

/**
 * The links of rows of frontier_refusals (named by `rows`). Omits links that became pages. Ids consist of job and
 * ordinal.
 */
export const linksOf = (rows: string): Prisma.Sql => Prisma.sql`
  (SELECT overlay(overlay(encode(substring(sha256(uuid_send(${Prisma.raw(rows)}.job_id) || int4send(e.ordinal)) FROM 1 FOR 16), 'hex')
                  PLACING '8' FROM 13) PLACING 'a' FROM 17)::uuid AS id,
          e.ordinal, e.url, coalesce(e.source_url, e.url) AS source_url, e.hash
   FROM unnest(${columns(rows)}) AS e(ordinal, url, source_url, hash, page_key)
   WHERE e.page_key IS NULL OR NOT EXISTS (
     SELECT FROM frontier_pages p
     WHERE ${ownPageKey('p')} = ${pageKey(Prisma.raw(`${rows}.job_id`), Prisma.sql`e.page_key`)}
       AND p.source_url = coalesce(e.source_url, e.url)))`;

const columns = (rows: string): Prisma.Sql =>
  Prisma.raw(['ordinals', 'urls', 'source_urls', 'hashes', 'page_keys'].map((name) => `${rows}.${name}`).join(', '));

export async function findRefusedHashes(
  database: Queryable,
  jobId: string,
  hashes: readonly number[],
): Promise<Set<number>> {
  const rows = await database.$queryRaw<{ hash: number }[]>`
    SELECT DISTINCT h::float8 AS hash
    FROM frontier_refusals r CROSS JOIN LATERAL unnest(r.hashes) AS h
    WHERE r.job_id = ${jobId}::uuid AND r.hashes && ${[...hashes]}::bigint[] AND h = ANY(${[...hashes]}::bigint[])`;
  return new Set(rows.map(({ hash }) => hash));
}

export async function readRefusedHashes(database: Queryable, jobId: string, limit: number): Promise<number[]> {
  // A row has at least one, so no more rows are needed.
  const rows = await database.$queryRaw<{ hash: number }[]>`
    SELECT h::float8 AS hash
    FROM (SELECT hashes FROM frontier_refusals WHERE job_id = ${jobId}::uuid LIMIT ${limit}::int) r
    CROSS JOIN LATERAL unnest(r.hashes) AS h
    LIMIT ${limit}::int`;
  return rows.map(({ hash }) => hash);
}
