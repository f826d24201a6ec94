import { hash, randomUUID } from 'node:crypto';
import type { PageDocument } from '@orbweaver/contracts';
import type { Database } from '@orbweaver/persistence';
import { storableText } from '../src/store/storable';

export interface SettlementOptions {
  pages: number;
  reason?: 'finished' | 'cancelled' | 'failed';
  urlLists?: number;
  error?: string;
}

export async function settleFrontierRow(
  database: Database,
  jobId: string,
  { pages, reason = 'finished', urlLists = 0, error }: SettlementOptions,
): Promise<void> {
  const row = {
    state: 'settled',
    done: pages,
    urlListsTaken: urlLists,
    settledReason: reason,
    settledAt: new Date(),
    error: error ?? null,
  };
  const create = { id: jobId, teamId: randomUUID(), kind: 'crawl', ...row };
  await database.frontierJob.upsert({ where: { id: jobId }, create, update: row });
}

export async function reopenFrontierRow(database: Database, jobId: string): Promise<void> {
  await database.frontierJob.update({ where: { id: jobId }, data: { state: 'running' } });
}

export async function leaseTestPages(database: Database, messages: readonly PageDocument[]): Promise<void> {
  const ids = messages.map(({ jobId }) => jobId);
  const jobs = await database.job.findMany({ where: { id: { in: ids }, state: 'scraping', kind: { not: 'scrape' } } });
  const running = new Set(jobs.map(({ id }) => id));
  const pages = messages.filter(({ jobId }) => running.has(jobId));
  await database.frontierPage.createMany({
    data: pages.map(({ pageId, jobId, epoch, url, sourceUrl }) => ({
      id: pageId,
      jobId,
      ordinal: 1,
      url: storableText(url),
      sourceUrl: storableText(sourceUrl),
      dedupHash: hash('sha256', pageId, 'buffer'),
      host: 'site.test',
      depth: 1,
      state: 'leased',
      epoch,
    })),
    skipDuplicates: true,
  });
}

export async function insertFrontierPage(
  database: Database,
  page: { id: string; jobId: string; state: string; epoch: number; reason?: string; message?: string },
): Promise<void> {
  await database.frontierPage.create({
    data: {
      ordinal: 1,
      url: 'http://site.test/page',
      sourceUrl: 'http://site.test/page',
      dedupHash: hash('sha256', page.id, 'buffer'),
      host: 'site.test',
      depth: 1,
      ...page,
    },
  });
}
