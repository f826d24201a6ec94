import { Prisma, type Queryable, type Transaction } from '../database';

/** Keeps the names, because a spec without names counts as one without headers. */
const withoutValues = (headers: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT jsonb_object_agg(name, '') FROM jsonb_object_keys(${headers}) AS name)`;

const hasValue = (headers: Prisma.Sql): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT 1 FROM jsonb_each_text(nullif(${headers}, 'null'::jsonb)) AS header WHERE header.value <> '')`;

/**
 * For a row of `jobs`: the spec without header values, marked with `headersErased` if there were any (callers may send
 * empty values).
 */
export const specWithoutHeaderValues = Prisma.sql`
  CASE WHEN ${hasValue(Prisma.sql`jobs.spec->'scrape'->'headers'`)}
    THEN jsonb_set(
      jsonb_set(jobs.spec, '{scrape,headers}', ${withoutValues(Prisma.sql`jobs.spec->'scrape'->'headers'`)}),
      '{scrape,headersErased}', 'true'::jsonb)
    ELSE jobs.spec END`;

const hasNoEvent = (state: 'pending' | 'dead'): Prisma.Sql => Prisma.sql`
  (SELECT e.id FROM webhook_events e WHERE e.state = ${state}::text AND e.job_id = jobs.id LIMIT 1) IS NULL`;

/**
 * For a row of `jobs`: the webhook without header values, unless an event is pending or dead, because callers may
 * redeliver dead events.
 */
export const webhookWithoutHeaderValues = Prisma.sql`
  CASE WHEN ${hasValue(Prisma.sql`jobs.webhook->'headers'`)} AND ${hasNoEvent('pending')} AND ${hasNoEvent('dead')}
    THEN jsonb_set(jobs.webhook, '{headers}', ${withoutValues(Prisma.sql`jobs.webhook->'headers'`)})
      || '{"headersErased": true}'::jsonb
    ELSE jobs.webhook END`;

export async function eraseWebhookHeaders(transaction: Transaction, jobId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE jobs SET webhook = ${webhookWithoutHeaderValues} WHERE id = ${jobId}::uuid AND state <> 'scraping'`;
}

const lacksWebhookHeaders = Prisma.sql`coalesce(jobs.webhook->'headersErased' = 'true'::jsonb, false)`;

export const lacksHeaders = Prisma.sql`
  (coalesce(jobs.spec->'scrape'->'headersErased' = 'true'::jsonb, false) OR ${lacksWebhookHeaders})`;

export async function hasErasedWebhookHeaders(database: Queryable, jobId: string): Promise<boolean> {
  const rows = await database.$queryRaw<object[]>`
    SELECT id FROM jobs WHERE id = ${jobId}::uuid AND ${lacksWebhookHeaders}`;
  return rows.length > 0;
}
