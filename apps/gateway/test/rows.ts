import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SkipReason } from '@orbweaver/core';
import { type Database, refusalHash, shortHash } from '@orbweaver/persistence';

export interface PageRow {
  id?: string;
  content?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  url?: string;
  /** A PageFailureReason; the page has failed. */
  reason?: string;
  message?: string;
}

/** Stores a page result as results does. */
export async function storePage(database: Database, jobId: string, row: PageRow = {}): Promise<string> {
  const [id] = await storePages(database, jobId, [row]);
  return id!;
}

/** Stores page results in order, in one transaction. */
export async function storePages(database: Database, jobId: string, rows: readonly PageRow[]): Promise<string[]> {
  const pages = rows.map((row) => ({ ...row, id: row.id ?? randomUUID(), url: row.url ?? 'https://example.com/' }));
  const done = pages.filter((page) => page.reason === undefined);
  await database.prisma.$transaction(async (transaction) => {
    const job = await transaction.job.update({
      where: { id: jobId },
      data: {
        completed: { increment: done.length },
        creditsUsed: { increment: done.length },
        failed: { increment: pages.length - done.length },
      },
    });
    await transaction.page.createMany({
      data: pages.map((page) => ({
        id: page.id,
        jobId,
        teamId: job.teamId,
        ordinal: page.reason === undefined ? job.completed - done.length + done.indexOf(page) + 1 : null,
        state: page.reason === undefined ? 'done' : 'failed',
        epoch: 1,
        url: page.url,
        sourceUrl: page.url,
        depth: 0,
        reason: page.reason ?? null,
        message: page.message ?? null,
      })),
    });
    await transaction.document.createMany({
      data: done.map(({ id, url, content, metadata }) => {
        const json = JSON.stringify(content ?? { markdown: '# Page' });
        const known = { sourceURL: url, url, statusCode: 200, proxyUsed: 'basic', scrapeId: id, creditsUsed: 1 };
        return {
          pageId: id,
          jobId,
          metadata: { ...known, ...metadata } as object,
          content: gzipSync(json),
          jsonBytes: Buffer.byteLength(json),
        };
      }),
    });
  });
  return pages.map((page) => page.id);
}

/** Ends a job as results does. */
export async function endJob(
  database: Database,
  jobId: string,
  state: 'completed' | 'failed' | 'cancelled',
  error?: string,
): Promise<void> {
  await database.job.update({ where: { id: jobId }, data: { state, completedAt: new Date(), error: error ?? null } });
}

/** Stores skipped URLs in order, as the frontier does. */
export async function skipPages(
  database: Database,
  jobId: string,
  reason: 'robots' | 'cancelled' | 'limit',
  urls: readonly string[],
): Promise<string[]> {
  const known = await database.frontierPage.count({ where: { jobId } });
  const pages = urls.map((url, index) => ({ id: randomUUID(), url, ordinal: known + index + 1 }));
  await database.frontierPage.createMany({
    data: pages.map((page) => ({
      ...page,
      jobId,
      sourceUrl: page.url,
      dedupHash: Buffer.from(page.id),
      host: 'example.com',
      depth: 1,
      state: 'skipped',
      reason,
      finishedAt: new Date(),
    })),
  });
  return pages.map((page) => page.id);
}

/** Stores refused links of a crawl. */
export async function refuseLinks(
  database: Database,
  jobId: string,
  reason: SkipReason,
  urls: readonly string[],
): Promise<void> {
  const { _max } = await database.frontierRefusal.aggregate({ where: { jobId }, _max: { lastOrdinal: true } });
  const before = _max.lastOrdinal ?? 1000;
  await database.frontierRefusal.create({
    data: {
      jobId,
      reason,
      lastOrdinal: before + urls.length,
      depth: 1,
      isHidden: false,
      refusedAt: new Date(),
      ordinals: urls.map((_, index) => before + index + 1),
      urls: [...urls],
      hashes: urls.map((url) => BigInt(shortHash(refusalHash(url)))),
    },
  });
}
