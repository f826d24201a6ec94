import { type CachedVariant, type CacheQuestion, chooseVariant, findFormat, readableAudiences } from '@orbweaver/core';
import type { Database, Transaction } from '../database';
import { type CachedPage, type CachedPageId, cacheKeyHash, captureId, type FoundCachedPage } from './cached-page';

type Row = CachedPageId & CachedVariant & { bytes: number };

/** Limits the wait for a table lock, because a slow cache is worse than a fetch. */
const LOCK_TIMEOUT = '300ms';
const STATEMENT_TIMEOUT = '2s';
const MAX_LOOKS = 16;

/**
 * Looks up all questions in one statement; results in their order. `perTeam`: no sharing between teams. Rejects soon if
 * the cache is unavailable.
 */
export async function findCachedPages(
  database: Database,
  questions: readonly CacheQuestion[],
  now: Date,
  { perTeam }: { perTeam: boolean } = { perTeam: false },
): Promise<(FoundCachedPage | undefined)[]> {
  if (questions.length === 0) return [];
  const keys = questions.map((question) =>
    readableAudiences(question, perTeam).map((audience) => cacheKeyHash(question, audience)),
  );
  const select = (transaction: Transaction) => transaction.$queryRaw<Row[]>`
    SELECT asked.key, look, verified, succeeded, url, is_pdf AS "isPdf", failures,
           body_hash IS NOT NULL AS "hasBody", bytes,
           (extract(epoch FROM captured_at) * 1000)::float8 AS "capturedAtMs"
    FROM unnest(${[...new Set(keys.flat())]}::text[]) AS asked(key)
    CROSS JOIN LATERAL (SELECT * FROM page_cache WHERE key = decode(asked.key, 'hex') LIMIT ${MAX_LOOKS}::int) kept`;
  const rows = await soon(database, select);
  const looks = new Map<string, Row[]>();
  for (const row of rows) {
    const known = looks.get(row.key);
    if (known === undefined) looks.set(row.key, [row]);
    else known.push(row);
  }
  return questions.map((question, index) => {
    const known = keys[index]!.flatMap((key) => looks.get(key) ?? []);
    const found = chooseVariant(question, known, now.getTime());
    const withScreenshot = findFormat(question.spec, 'screenshot') !== undefined;
    return found === undefined ? undefined : { ...found, withScreenshot };
  });
}

export async function readCachedPages(
  database: Database,
  found: readonly FoundCachedPage[],
): Promise<(CachedPage | undefined)[]> {
  if (found.length === 0) return [];
  const select = (transaction: Transaction) => transaction.$queryRaw<(Omit<CachedPage, 'id'> & { place: number })[]>`
    SELECT n.place::int AS place, n.captured_at_ms AS "capturedAtMs", p.capture, p.body,
           CASE WHEN n.with_screenshot THEN p.screenshot END AS screenshot
    FROM unnest(
      ${found.map(({ key }) => key)}::text[], ${found.map(({ look }) => look)}::text[],
      ${found.map(({ verified }) => verified)}::bool[], ${found.map(({ succeeded }) => succeeded)}::bool[],
      ${found.map(({ capturedAtMs }) => capturedAtMs)}::float8[], ${found.map((page) => page.withScreenshot)}::bool[])
      WITH ORDINALITY AS n(key, look, verified, succeeded, captured_at_ms, with_screenshot, place)
    JOIN page_cache p
      ON p.key = decode(n.key, 'hex') AND p.look = n.look AND p.verified = n.verified AND p.succeeded = n.succeeded
     AND p.captured_at = to_timestamp(n.captured_at_ms / 1000)
    WHERE p.body IS NOT NULL`;
  const rows = await soon(database, select);
  const pages = new Map(rows.map(({ place, ...page }) => [place, page]));
  return found.map((page, index) => {
    const read = pages.get(index + 1);
    return read && { ...read, id: captureId(page) };
  });
}

function soon<T>(database: Database, read: (transaction: Transaction) => Promise<T>): Promise<T> {
  return database.$transaction(async (transaction) => {
    const bounded = transaction.$queryRaw`
      SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
             set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`;
    const [, rows] = await Promise.all([bounded, read(transaction)]);
    return rows;
  });
}
