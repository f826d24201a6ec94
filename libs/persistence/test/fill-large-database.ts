import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { addPartitions } from '../src/partitions/add-partitions';

const yesterdayMs = Date.now() - 86_400_000;
/** Running work started today. Half of the ended work is in the partition of yesterday, half in the default one. */
const [today, yesterday] = [Date.now(), yesterdayMs].map((ms) => ms.toString(16).padStart(12, '0'));

export const ID_TIMES = { today: today!, yesterday: yesterday! };

export const idOf = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex');
  const dated = `${today}${hex.slice(12)}`;
  return [dated.slice(0, 8), dated.slice(8, 12), dated.slice(12, 16), dated.slice(16, 20), dated.slice(20)].join('-');
};

export const hashOf = (n: number | string): string => createHash('sha256').update(`key ${n}`).digest('hex');

export const UNDATED_JOB = '4109b433-53d2-0279-2843-22e55d470859';

/** The team of some finished jobs and of events of the first; the other jobs have separate teams. */
export const FIRST_TEAM = '1a1ce120-f74c-0321-6b2b-cb575cc7b592';

const sqlId = (name: string) => `(CASE
  WHEN (${name}) !~ '^[a-z]+ [0-9]' THEN '${today}' || substring(md5(${name}) FROM 13)
  WHEN substring((${name}) FROM '[0-9]+')::int % 2 = 0 THEN '${yesterday}' || substring(md5(${name}) FROM 13)
  ELSE md5(${name}) END)::uuid`;
const sqlHash = (n: string) => `sha256(convert_to('key ' || ${n}, 'UTF8'))`;

export interface FinishedWork {
  jobs: number;
  teams: number;
  urls: number;
  pages: number;
  events: number;
}

export const RUNNING = {
  id: idOf('job running'),
  teamId: idOf('team running'),
  urls: 10_000,
  queued: 4_000,
  leased: 20,
  done: 1_500,
  failed: 200,
  hosts: 20,
} as const;

export const RUNNING_SCHEDULE = idOf('schedule running');
export const DUE_RUN = idOf('run due');

export const EXTRA = {
  expired: idOf('job expired'),
  unheard: idOf('job unheard'),
  unsettled: idOf('job unsettled'),
  erasing: idOf('job erasing'),
  unended: idOf('job unended'),
  batch: idOf('job batch'),
} as const;

/** Ended jobs of known teams. Never analyzed. */
export async function fillFinishedJobs(url: string, work: FinishedWork): Promise<void> {
  await withClient(url, (client) =>
    addPartitions(async (sql) => (await client.query(sql)).rows, new Date(yesterdayMs)),
  );
  await runStatements(url, writeFinishedJobs(work));
}

export function writeFinishedJobs({ jobs, teams, urls, pages, events }: FinishedWork): string[] {
  return [
    `DO $$ DECLARE t record; BEGIN
       FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
         EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', t.relname);
       END LOOP;
     END $$`,
    `INSERT INTO teams (id, name) SELECT ${sqlId(`'team ' || t`)}, 'team ' || t FROM generate_series(1, ${teams}) t`,
    `INSERT INTO enrichments (page_id, job_id, team_id, epoch, is_urgent, message, created_at)
     SELECT ${sqlId(`'enrichment ' || n`)}, ${sqlId(`'waiting job ' || (n % 100)`)}, ${sqlId(`'team ' || (1 + n % 20)`)}, 1, false, 'x', now() - n * interval '1 s'
     FROM generate_series(1, 20000) n`,
    `INSERT INTO api_keys (id, team_id, name, hash)
     SELECT ${sqlId(`'key ' || t`)}, ${sqlId(`'team ' || t`)}, 'key', 'hash ' || t FROM generate_series(1, ${teams}) t`,
    `INSERT INTO jobs (id, team_id, kind, state, spec, created_at, completed_at, expires_at, completed, settled_pages,
                       settled_url_lists, settled_reason, settled_at, webhook_sequence, webhook)
     SELECT ${sqlId(`'job ' || j`)}, ${sqlId(`'team ' || 1 + j % ${teams}`)}, 'crawl', 'completed',
            jsonb_build_object('kind', 'crawl', 'url', 'http://site.test/', 'filler', repeat('x', 600)),
            now() - j * interval '1 minute', now() - (j - 1) * interval '1 minute', now() + interval '1 day', ${pages},
            ${pages}, 0, 'finished', now() - (j - 1) * interval '1 minute', ${events}, '{"url": "http://hook.test/"}'
     FROM generate_series(1, ${jobs}) j`,
    `INSERT INTO frontier_jobs (id, team_id, kind, state, origin_url, done, known, settled_at, settled_reason)
     SELECT id, team_id, kind, 'settled', 'http://site.test/', ${pages}, ${urls}, settled_at, 'finished' FROM jobs`,
    `INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, is_start, state, epoch,
                                 attempt, reason, found_on, finished_at)
     SELECT ${sqlId(`'page ' || j || ' ' || n`)}, ${sqlId(`'job ' || j`)}, n, 'http://site.test/some-article/' || n,
            'http://site.test/some-article/' || n, ${sqlHash('n')}, 'site.test', 1, n = 1,
            CASE WHEN n <= ${pages} THEN 'done' ELSE 'skipped' END, 1, 1,
            CASE WHEN n > ${pages} THEN CASE n % 3 WHEN 0 THEN 'limit' WHEN 1 THEN 'robots' ELSE 'external' END END,
            ${sqlId(`'page ' || j || ' 1'`)}, now()
     FROM generate_series(1, ${jobs}) j, generate_series(1, ${urls}) n`,
    fillPages(`SELECT j::text AS job, n FROM generate_series(1, ${jobs}) j, generate_series(1, ${pages}) n`),
    fillRefusals(`SELECT j::text AS job, n FROM generate_series(1, ${jobs}) j, generate_series(1, ${pages}) n`),
    fillEvents(
      `SELECT j::text AS job, n FROM generate_series(1, ${jobs}) j, generate_series(1, ${events}) n`,
      `CASE WHEN n % 10 = 0 THEN 'dead' ELSE 'delivered' END`,
    ),
    `INSERT INTO credit_months (team_id, month, api_key_id, granted, used)
     SELECT team_id, current_date, team_id, 100000, 50 FROM jobs ON CONFLICT DO NOTHING`,
    fillHistory(
      `SELECT ${sqlId(`'team ' || 1 + n % ${teams}`)} AS team_id, n::text AS n FROM generate_series(1, 5000) n`,
    ),
    `INSERT INTO page_cache (key, look, verified, succeeded, url, is_pdf, failures, captured_at, capture, bytes, body)
     SELECT ${sqlHash(`n`)}, 'http', true, true, 'http://site.test/' || n, false, 0, now() - n * interval '1 second',
            '{}', 1000, decode(repeat('00', 300), 'hex')
     FROM generate_series(1, 20000) n`,
    ...writeSchedules(
      `SELECT ${sqlId(`'schedule ' || n`)} AS id, ${sqlId(`'team ' || 1 + n % ${teams}`)} AS team_id FROM generate_series(1, 2000) n`,
      { nextRunAt: `now() + interval '1 day'`, overlap: 'skip' },
    ),
    `INSERT INTO frontier_hosts (host, next_fetch_at) SELECT 'host-' || n || '.test', now() FROM generate_series(1, 5000) n`,
  ];
}

/** Each with 30 ended runs and a running one. */
function writeSchedules(rows: string, { nextRunAt, overlap }: { nextRunAt: string; overlap: string }): string[] {
  const runOf = (number: string, state: string, endedAt: string) =>
    `INSERT INTO schedule_runs (id, schedule_id, planned_at, trigger, state, job_id, ended_at)
     SELECT gen_random_uuid(), schedule.id, now() - n * interval '1 day', 'cron', '${state}', gen_random_uuid(), ${endedAt}
     FROM (${rows}) schedule, ${number} n`;
  return [
    `INSERT INTO schedules (id, team_id, api_key_id, name, cron, timezone, kind, request, overlap, missed_runs, address, next_run_at)
     SELECT id, team_id, id, 'schedule', '0 0 * * *', 'UTC', 'crawl', '{}', '${overlap}', 'skip', '', ${nextRunAt}
     FROM (${rows}) schedule`,
    runOf('generate_series(2, 31)', 'completed', `now() - n * interval '1 day'`),
    runOf('generate_series(1, 1)', 'running', 'NULL'),
  ];
}

export const fillRunningJob = (url: string, half: 'first' | 'second'): Promise<void> =>
  runStatements(url, writeRunningJob(half));

export function writeRunningJob(half: 'first' | 'second'): string[] {
  const { urls, queued, leased, done, failed, hosts } = RUNNING;
  const numbers = (count: number) =>
    half === 'first' ? `generate_series(1, ${count / 2})` : `generate_series(${count / 2 + 1}, ${count})`;
  const first = [
    `INSERT INTO teams (id, name, max_concurrency, credits_limited) VALUES ('${RUNNING.teamId}', 'team running', 50, true)`,
    `INSERT INTO credit_months (team_id, month, api_key_id, granted, used)
     VALUES ('${RUNNING.teamId}', current_date, '${RUNNING.teamId}', 100000000, 50)`,
    `INSERT INTO usage_days (team_id, day, api_key_id, pages)
     SELECT team_id, day, team_id, 1
     FROM (SELECT id AS team_id FROM teams) team, generate_series('2026-01-01'::date, '2027-12-31', '1 day') day`,
    `INSERT INTO audit_entries (actor, action, team_id, target, changes)
     SELECT 'key', 'team.set', CASE WHEN n % 50 = 0 THEN '${RUNNING.teamId}' ELSE ${sqlId(`'team ' || n % 20`)} END, 'x', '{}'
     FROM generate_series(1, 20000) n`,
    `INSERT INTO api_keys (id, team_id, name, hash) VALUES ('${idOf('key running')}', '${RUNNING.teamId}', 'key', 'hash running')`,
    `INSERT INTO jobs (id, team_id, kind, spec, expires_at, webhook, webhook_sequence)
     SELECT id, '${RUNNING.teamId}', 'crawl', '{"kind": "crawl", "url": "http://site.test/", "limit": 10000}',
            now() + interval '1 day', '{"url": "http://hook.test/"}', 5000
     FROM (VALUES ('${RUNNING.id}'::uuid), ('${idOf('job beside')}')) AS job(id)`,
    `INSERT INTO frontier_jobs (id, team_id, kind, origin_url, "limit", admitted, queued, leased, done, failed, known)
     SELECT id, team_id, kind, 'http://site.test/', 100000, ${queued + leased + done}, ${queued}, ${leased}, ${done},
            ${failed}, ${urls} FROM jobs WHERE state = 'scraping'`,
    `INSERT INTO jobs (id, team_id, kind, state, spec, created_at, expires_at, cancel_requested_at, erase_due_at, erased_at)
     SELECT id, '${RUNNING.teamId}', kind, state, '{"url": "http://site.test/", "limit": 100}', now() - interval '2 hours',
            now() + CASE WHEN is_expired THEN interval '-1 hour' ELSE interval '1 day' END,
            CASE WHEN is_cancelled THEN now() - interval '1 hour' END,
            CASE WHEN is_erasing THEN now() - interval '1 hour' END, CASE WHEN is_erasing THEN now() END
     FROM (VALUES ('${EXTRA.expired}'::uuid, 'crawl', 'completed', true, false, false),
                  ('${EXTRA.unheard}', 'crawl', 'scraping', false, true, false),
                  ('${EXTRA.unsettled}', 'crawl', 'scraping', false, true, false),
                  ('${EXTRA.erasing}', 'crawl', 'completed', false, false, true),
                  ('${EXTRA.unended}', 'crawl', 'scraping', false, false, false),
                  ('${EXTRA.batch}', 'batch', 'scraping', false, false, false))
       AS job(id, kind, state, is_expired, is_cancelled, is_erasing)`,
    `INSERT INTO frontier_jobs (id, team_id, kind, state, origin_url, cancelled_at, settled_at, settled_reason)
     SELECT id, team_id, kind, CASE WHEN is_settled THEN 'settled' ELSE 'running' END, 'http://site.test/',
            CASE WHEN id = '${EXTRA.unsettled}' THEN now() - interval '1 hour' END,
            CASE WHEN is_settled THEN now() - interval '1 hour' END, CASE WHEN is_settled THEN 'finished' END
     FROM (SELECT *, state <> 'scraping' OR id = '${EXTRA.unended}' AS is_settled FROM jobs
           WHERE id = ANY('{${Object.values(EXTRA).join()}}')) job`,
    ...writeSchedules(`SELECT '${RUNNING_SCHEDULE}'::uuid AS id, '${RUNNING.teamId}'::uuid AS team_id`, {
      nextRunAt: `now() - interval '1 minute'`,
      overlap: 'cancel-running',
    }),
    `INSERT INTO schedule_runs (id, schedule_id, planned_at, trigger, state)
     VALUES ('${DUE_RUN}', '${RUNNING_SCHEDULE}', now() - interval '1 hour', 'cron', 'due')`,
    `INSERT INTO job_url_lists (job_id, position, urls) VALUES ('${EXTRA.batch}', 0, '[]'), ('${EXTRA.batch}', 1, '[]')`,
    `INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state)
     SELECT ${sqlId(`'page beside ' || n`)}, '${idOf('job beside')}', n, 'http://site.test/' || n, 'http://site.test/' || n,
            ${sqlHash('n')}, 'site.test', 1, 'queued' FROM generate_series(1, 20) n`,
  ];
  return [
    ...(half === 'first' ? first : []),
    `INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, is_start, state, epoch,
                                 attempt, reason, message, found_on, finished_at, lease_until, due_at)
     SELECT ${sqlId(`'page running ' || n`)}, '${RUNNING.id}', n, 'http://site.test/some-article/' || n,
            'http://site.test/some-article/' || n, ${sqlHash('n')}, 'host-' || n % ${hosts} || '.test', 1, n = 1, state,
            1, 1, CASE state WHEN 'skipped' THEN CASE n % 3 WHEN 0 THEN 'limit' WHEN 1 THEN 'robots' ELSE 'external' END
                             WHEN 'failed' THEN 'timed-out' END,
            CASE state WHEN 'failed' THEN 'It took too long.' END, ${sqlId(`'page running 1'`)},
            CASE WHEN state IN ('done', 'failed', 'skipped') THEN now() END,
            CASE state WHEN 'leased' THEN now() + interval '1 minute' END, now() - interval '1 minute'
     FROM (SELECT n, CASE WHEN n % ${urls / 20} < ${done / 20} THEN 'done'
                          WHEN n % ${urls / 20} < ${(done + failed) / 20} THEN 'failed'
                          WHEN n % ${urls / 20} < ${(done + failed + leased) / 20} THEN 'leased'
                          WHEN n % ${urls / 20} < ${(done + failed + leased + queued) / 20} THEN 'queued'
                          ELSE 'skipped' END AS state
           FROM ${numbers(urls)} n) url`,
    fillPages(`SELECT 'running' AS job, n FROM ${numbers(done)} n`),
    fillRefusals(`SELECT 'running' AS job, n FROM ${numbers(done)} n`),
    `INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth, reason, message)
     SELECT ${sqlId(`'failed running ' || n`)}, '${RUNNING.id}', '${RUNNING.teamId}', 'failed', 1, 'http://site.test/', 'http://site.test/',
            1, 'timed-out', 'It took too long.' FROM ${numbers(failed)} n`,
    fillEvents(
      `SELECT 'running' AS job, n FROM ${numbers(5_000)} n`,
      `CASE WHEN n <= 3000 THEN 'delivered' WHEN n <= 4000 THEN 'dead' ELSE 'pending' END`,
    ),
    fillHistory(`SELECT '${RUNNING.teamId}'::uuid AS team_id, 'running ' || n AS n FROM ${numbers(4_000)} n`),
  ];
}

export const analyze = (url: string): Promise<void> => runStatements(url, ['ANALYZE']);

function fillPages(numbers: string): string {
  return `
    WITH page AS (
      INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth, status_code, plain_hash)
      SELECT ${sqlId(`'page ' || job || ' ' || n`)}, ${sqlId(`'job ' || job`)}, ${sqlId(`'team ' || job`)}, n, 'done', 1,
             'http://site.test/some-article/' || n, 'http://site.test/some-article/' || n, 1, 200, n
      FROM (${numbers}) page
      RETURNING id, job_id)
    INSERT INTO documents (page_id, job_id, metadata, content, json_bytes)
    SELECT id, job_id, '{"title": "Some article"}', decode(repeat('00', 200), 'hex'), 1000 FROM page`;
}

function fillRefusals(numbers: string): string {
  const each = (element: string) => `ARRAY(SELECT ${element} FROM generate_series(first, last) link)`;
  return `
    INSERT INTO frontier_refusals (job_id, reason, last_ordinal, found_on, depth, is_hidden, refused_at, ordinals, urls,
                                   source_urls, hashes, page_keys)
    SELECT ${sqlId(`'job ' || job`)}, reason, 100000 + n * 20 + last, ${sqlId(`'page ' || job || ' ' || n`)}, 1, false, now(),
           ${each('100000 + n * 20 + link')}, ${each(`'http://other.test/' || n || '/' || link`)}, ${each('NULL::text')},
           ${each('(n * 20 + link)::bigint')},
           ${each(`CASE reason WHEN 'discovery-depth' THEN decode(md5(n || ' ' || link), 'hex') END`)}
    FROM (${numbers}) page,
         (VALUES ('external', 1, 10), ('discovery-depth', 11, 12), ('robots', 13, 14)) refused(reason, first, last)
    WHERE reason <> 'robots' OR n % 10 = 0`;
}

function fillEvents(numbers: string, state: string): string {
  return `
    WITH event AS (
      INSERT INTO webhook_events (id, job_id, team_id, endpoint, sequence, type, state, is_first, attempts)
      SELECT ${sqlId(`'event ' || job || ' ' || n`)}, ${sqlId(`'job ' || job`)}, ${sqlId(`'team ' || job`)}, 'hook.test', n,
             'crawl.page', ${state}, n = 4001, CASE WHEN n > 4000 THEN 0 ELSE 1 END
      FROM (${numbers}) event
      RETURNING id)
    INSERT INTO webhook_attempts (event_id, attempt, started_at, duration_ms, status)
    SELECT id, 1, now(), 5, 200 FROM event`;
}

function fillHistory(rows: string): string {
  return `
    WITH version AS (
      INSERT INTO page_history (team_id, key, page_id, url, scraped_at, fingerprint, markdown, bytes)
      SELECT team_id, ${sqlHash('n')}, ${sqlId(`'page ' || n`)}, 'http://site.test/' || n, clock_timestamp(), ${sqlHash('n')},
             decode(repeat('00', 200), 'hex'), 500
      FROM (${rows}) version
      RETURNING team_id, key)
    INSERT INTO page_history_crawls (crawl, key, team_id, seen_at, depth)
    SELECT sha256(uuid_send(team_id)), key, team_id, now() - interval '1 day', 1 FROM version`;
}

export const runStatements = (url: string, statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
