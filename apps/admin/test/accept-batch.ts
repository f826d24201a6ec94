import { acceptJob, type Database, newJobId } from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';

/** Inserts a batch of one URL as the gateway does. */
export async function acceptBatch(database: Database, teamId: string) {
  const id = newJobId();
  const urls = [{ url: 'http://site.test/', sourceUrl: 'site.test' }];
  const spec = { kind: 'batch' as const, scrape: scrapeSpec() };
  await acceptJob(database, { id, teamId, spec, origin: 'api', expiresAt: new Date(Date.now() + 3_600_000), urls });
  return { id, urls };
}
