import type { Database } from '@orbweaver/persistence';

interface CrawlSize {
  pages: number;
  documentBytes: number;
  /** Refused links per page. */
  links: number;
}

/** Inserts the rows of a finished crawl. */
export async function storeCrawl(
  database: Database,
  jobId: string,
  { pages, documentBytes, links }: CrawlSize,
): Promise<void> {
  const id = `('${jobId.slice(0, 13)}' || substring(gen_random_uuid()::text FROM 14))::uuid`;
  const statements = [
    `INSERT INTO jobs (id, team_id, kind, state, spec, expires_at)
     VALUES ('${jobId}', gen_random_uuid(), 'crawl', 'completed', '{"kind": "crawl", "url": "http://site.test/"}', now() + interval '1 day')`,
    `INSERT INTO frontier_jobs (id, team_id, kind, state) VALUES ('${jobId}', gen_random_uuid(), 'crawl', 'settled')`,
    `INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state)
     SELECT ${id}, '${jobId}', n, 'http://site.test/some-article/' || n, 'http://site.test/some-article/' || n,
            sha256(int4send(n)), 'site.test', 1, 'done' FROM generate_series(1, ${pages}) n`,
    `INSERT INTO frontier_refusals (job_id, reason, last_ordinal, depth, is_hidden, refused_at, ordinals, urls, source_urls, hashes, page_keys)
     SELECT '${jobId}', 'external', n, 1, false, now(), array_agg(link), array_agg('http://other.test/' || n || '/' || link),
            array_agg(NULL::text), array_agg(link::bigint), array_agg(NULL::bytea)
     FROM generate_series(1, ${pages}) n, generate_series(1, ${links}) link GROUP BY n`,
    `INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth)
     SELECT id, job_id, gen_random_uuid(), ordinal, 'done', 1, url, source_url, 1 FROM frontier_pages WHERE job_id = '${jobId}'`,
    `INSERT INTO documents (page_id, job_id, metadata, content, json_bytes)
     SELECT id, job_id, '{"title": "Some article"}', decode(repeat('5a', ${documentBytes}), 'hex'), 20000 FROM pages WHERE job_id = '${jobId}'`,
  ];
  for (const statement of statements) await database.$executeRawUnsafe(statement);
}
