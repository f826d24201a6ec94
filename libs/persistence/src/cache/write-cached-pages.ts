import { createHash } from 'node:crypto';
import type { Queryable } from '../database';
import type { NewCachedPage } from './cached-page';

/** Size of a row without its body: other columns, indexes, page headers. */
const ROW_BYTES = 600;
/** Rows per key: four kinds, verified or not. */
const MAX_FAILED_LOOKS = 8;

/**
 * Stores captures; the newer of two captures of a kind wins, and unchanged bodies are not rewritten. Idempotent and
 * safe to run concurrently (rows are locked in one order). Does not wait for the disk, so a crash of Postgres loses the
 * latest captures.
 */
export async function writeCachedPages(database: Queryable, pages: readonly NewCachedPage[]): Promise<void> {
  const rows = [...mergeSame(pages).values()];
  if (rows.length === 0) return;
  const parts: Uint8Array[] = [];
  let end = 1;
  const place = (bytes: Uint8Array | undefined): { at: number | null; length: number | null } => {
    if (bytes === undefined) return { at: null, length: null };
    const at = end;
    parts.push(bytes);
    end += bytes.byteLength;
    return { at, length: bytes.byteLength };
  };
  const bodies = rows.map(({ page }) => place(page.body));
  const screenshots = rows.map(({ page }) => place(page.screenshot));
  await database.$executeRaw`
    INSERT INTO page_cache AS kept (key, look, verified, succeeded, url, is_pdf, failures, captured_at, capture,
                                    body_hash, body, screenshot, bytes)
    SELECT decode(n.key, 'hex'), n.look, n.verified, n.succeeded, n.url, n.is_pdf, n.failures,
           to_timestamp(n.captured_at_ms / 1000), n.capture::json, decode(n.body_hash, 'hex'),
           substring(b.bytes FROM n.body_at FOR n.body_length),
           substring(b.bytes FROM n.shot_at FOR n.shot_length), n.bytes
    FROM unnest(
      ${rows.map(({ page }) => page.key)}::text[], ${rows.map(({ page }) => page.look)}::text[],
      ${rows.map(({ page }) => page.verified)}::bool[], ${rows.map(({ page }) => page.succeeded)}::bool[],
      ${rows.map(({ page }) => page.url)}::text[], ${rows.map(({ page }) => page.isPdf)}::bool[],
      ${rows.map(({ failures }) => failures)}::int[], ${rows.map(({ page }) => page.capturedAt.getTime())}::float8[],
      ${rows.map(({ page }) => JSON.stringify(page.capture))}::text[], ${rows.map(({ page }) => hashOf(page))}::text[],
      ${bodies.map(({ at }) => at)}::int[], ${bodies.map(({ length }) => length)}::int[],
      ${screenshots.map(({ at }) => at)}::int[], ${screenshots.map(({ length }) => length)}::int[],
      ${rows.map(({ page }) => cachedBytes(page))}::int[])
      AS n(key, look, verified, succeeded, url, is_pdf, failures, captured_at_ms, capture, body_hash,
           body_at, body_length, shot_at, shot_length, bytes)
    CROSS JOIN (SELECT ${Buffer.concat(parts)}::bytea AS bytes) AS b
    WHERE set_config('synchronous_commit', 'off', true) IS NOT NULL
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (key, look, verified, succeeded) DO UPDATE SET
      url = excluded.url, is_pdf = excluded.is_pdf, captured_at = excluded.captured_at, capture = excluded.capture,
      bytes = excluded.bytes, body_hash = excluded.body_hash,
      failures = CASE
        WHEN excluded.succeeded THEN 0
        -- A newer success restarts the count.
        WHEN EXISTS (SELECT 1 FROM (SELECT * FROM page_cache WHERE key = kept.key OFFSET 0) s
                     WHERE s.succeeded AND s.captured_at > kept.captured_at) THEN excluded.failures
        -- A capture that is written again is counted once.
        WHEN kept.captured_at = excluded.captured_at THEN kept.failures
        ELSE kept.failures + excluded.failures END,
      -- Keeping the value of a column that is stored out of line costs nothing.
      body = CASE WHEN kept.body_hash = excluded.body_hash THEN kept.body ELSE excluded.body END,
      screenshot = CASE WHEN kept.body_hash = excluded.body_hash THEN kept.screenshot ELSE excluded.screenshot END
    WHERE kept.captured_at <= excluded.captured_at`;
  await resetOtherFailures(database, pages);
}

/** A page may fail for one audience and succeed for the other; both share one count of failures. */
async function resetOtherFailures(database: Queryable, pages: readonly NewCachedPage[]): Promise<void> {
  const successes = new Map<string, number>();
  for (const { otherKey, succeeded, capturedAt } of pages) {
    if (!succeeded || otherKey === undefined) continue;
    successes.set(otherKey, Math.max(successes.get(otherKey) ?? 0, capturedAt.getTime()));
  }
  if (successes.size === 0) return;
  const rows = [...successes].sort(([one], [other]) => (one < other ? -1 : 1));
  await database.$executeRaw`
    UPDATE page_cache SET failures = 0 WHERE ctid = ANY (ARRAY(
      SELECT failed.ctid
      FROM unnest(${rows.map(([key]) => key)}::text[], ${rows.map(([, ms]) => ms)}::float8[]) AS n(key, captured_at_ms)
      CROSS JOIN LATERAL (
        SELECT ctid FROM page_cache kept
        WHERE key = decode(n.key, 'hex') AND NOT succeeded AND failures > 0
          AND captured_at <= to_timestamp(n.captured_at_ms / 1000)
        ORDER BY look, verified LIMIT ${MAX_FAILED_LOOKS}::int FOR UPDATE) failed))`;
}

/** A statement may update a row only once. */
function mergeSame(pages: readonly NewCachedPage[]): Map<string, { page: NewCachedPage; failures: number }> {
  const rows = new Map<string, { page: NewCachedPage; failures: number }>();
  for (const page of pages) {
    const id = `${page.key} ${page.look} ${page.verified} ${page.succeeded}`;
    const same = rows.get(id);
    const failures = (same?.failures ?? 0) + (page.succeeded ? 0 : 1);
    const isNewer = same === undefined || page.capturedAt >= same.page.capturedAt;
    rows.set(id, { page: isNewer ? page : same.page, failures });
  }
  return rows;
}

function hashOf({ body, screenshot }: NewCachedPage): string | null {
  if (body === undefined) return null;
  const hash = createHash('sha256').update(`${body.byteLength} `).update(body);
  return (screenshot === undefined ? hash : hash.update(screenshot)).digest('hex');
}

/** Approximate size in the cache; never 0. */
export function cachedBytes({ url, capture, body, screenshot }: NewCachedPage): number {
  return (
    ROW_BYTES + url.length + JSON.stringify(capture).length + (body?.byteLength ?? 0) + (screenshot?.byteLength ?? 0)
  );
}
