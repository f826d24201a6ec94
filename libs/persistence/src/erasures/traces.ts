import { type JobSpec, JobSpec as JobSpecSchema, parseUrl } from '@orbweaver/core';
import { cacheKeyHash } from '../cache/cached-page';
import type { Queryable, Transaction } from '../database';
import { historyKey } from '../history/history-keys';

/** The parts of a spec that a redacted one lacks. */
interface Context {
  languages: string[];
  tags: (string | null)[];
}

export function contextOf({ scrape }: JobSpec): Context {
  const tags = scrape.formats.flatMap((format) => (format.type === 'changeTracking' ? [format.tag] : []));
  return { languages: scrape.location.languages, tags };
}

/** Input for the keys of a job's pages in the page cache and the history. */
export interface Traces {
  teamId: string;
  spec: JobSpec;
  tags: readonly (string | null)[];
}

/** Undefined unless the erasure was requested. */
export async function readTraces(database: Queryable, jobId: string): Promise<Traces | undefined> {
  const [row] = await database.$queryRaw<{ teamId: string; spec: unknown; context: Context | null }[]>`
    SELECT e.team_id AS "teamId", j.spec, e.context FROM job_erasures e JOIN jobs j ON j.id = e.id
    WHERE e.id = ${jobId}::uuid AND e.completed_at IS NULL`;
  const spec = JobSpecSchema.safeParse(row?.spec);
  if (row === undefined || row.context === null || !spec.success) return undefined;
  const { languages, tags } = row.context;
  const { scrape } = spec.data;
  const location = { ...scrape.location, languages };
  return { teamId: row.teamId, spec: { ...spec.data, scrape: { ...scrape, location } }, tags };
}

export interface TracedPage {
  id: string;
  url: string;
  sourceUrl: string;
}

/** Deletes the cached captures of these pages, of both audiences, and the versions of change tracking that are theirs. */
export async function deleteTraces(
  transaction: Transaction,
  { teamId, spec, tags }: Traces,
  pages: readonly TracedPage[],
): Promise<{ cachedPages: number; versions: number }> {
  const urls = [...new Set(pages.flatMap(({ url, sourceUrl }) => [url, sourceUrl]))].filter(
    (url) => parseUrl(url) !== undefined,
  );
  const keys = urls.flatMap((url) => {
    const question = { url, spec: spec.scrape, teamId };
    return [cacheKeyHash(question, 'team'), cacheKeyHash(question, 'everyone')];
  });
  return {
    cachedPages: await deleteCached(transaction, [...new Set(keys)]),
    versions: await deleteVersions(transaction, { teamId, spec, tags }, pages),
  };
}

/** Locks in the order of writers, which prevents deadlocks. */
async function deleteCached(transaction: Transaction, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  await transaction.$queryRaw`
    SELECT 1 FROM page_cache WHERE key = ANY (ARRAY(SELECT decode(k, 'hex') FROM unnest(${[...keys]}::text[]) k))
    ORDER BY key, look, verified, succeeded FOR UPDATE`;
  return transaction.$executeRaw`
    DELETE FROM page_cache WHERE key = ANY (ARRAY(SELECT decode(k, 'hex') FROM unnest(${[...keys]}::text[]) k))`;
}

async function deleteVersions(
  transaction: Transaction,
  { teamId, spec, tags }: Traces,
  pages: readonly TracedPage[],
): Promise<number> {
  if (tags.length === 0) return 0;
  const dedup = spec.kind === 'crawl' ? { dedup: spec.scope } : {};
  const keys = [...new Set(pages.flatMap(({ url }) => tags.map((tag) => historyKey({ url, tag, ...dedup }))))];
  const rows = await transaction.$queryRaw<{ key: string }[]>`
    SELECT encode(key, 'hex') AS key FROM page_history
    WHERE team_id = ${teamId}::uuid
      AND key = ANY (ARRAY(SELECT decode(k, 'hex') FROM unnest(${keys}::text[]) k))
      AND page_id = ANY(${pages.map(({ id }) => id)}::uuid[])
    ORDER BY team_id, key FOR UPDATE`;
  return transaction.$executeRaw`
    DELETE FROM page_history
    WHERE team_id = ${teamId}::uuid
      AND key = ANY (ARRAY(SELECT decode(k, 'hex') FROM unnest(${rows.map(({ key }) => key)}::text[]) k))`;
}
