import { randomUUID } from 'node:crypto';
import { pageHash, refusalHash, shortHash } from '@orbweaver/persistence';
import type { TestGateway } from './start-gateway';

export const start = 'https://site.example/docs/';

export const site = (path: string) => `https://site.example${path}`;

const similar = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

export interface KnownRow {
  url: string;
  /** Default: done. */
  state?: string;
  reason?: string;
  message?: string;
  depth?: number;
  isStart?: boolean;
  isHidden?: boolean;
  /** Index of the page that links to it. */
  foundOn?: number;
  sourceUrl?: string;
  redirects?: number;
}

/** Stores these URLs of a crawl in order, as the frontier does. */
export async function knowUrls(gateway: TestGateway, jobId: string, rows: readonly KnownRow[]): Promise<void> {
  const ids = rows.map(() => randomUUID());
  const count = (wanted: string) => rows.filter(({ state = 'done' }) => state === wanted).length;
  const [queued, leased, done, failed] = [count('queued'), count('leased'), count('done'), count('failed')];
  const counts = { admitted: 7, queued, leased, done, failed, known: rows.length };
  await gateway.database.frontierJob.create({
    data: { id: jobId, teamId: gateway.teamId, kind: 'crawl', originUrl: start, limit: 7, ...counts },
  });
  const known = rows.map((row, index) => ({ ...row, ordinal: index + 1, id: ids[index]! }));
  const isRefused = ({ state, reason = '' }: KnownRow) =>
    state === 'skipped' && !['limit', 'redirected', 'cancelled'].includes(reason);
  await gateway.database.frontierRefusal.createMany({
    data: known.filter(isRefused).map(({ url, sourceUrl = url, reason = '', ordinal, depth = 0, ...row }) => ({
      jobId,
      reason,
      lastOrdinal: ordinal,
      foundOn: row.foundOn === undefined ? null : ids[row.foundOn]!,
      depth,
      isHidden: row.isHidden ?? false,
      refusedAt: new Date(),
      ordinals: [ordinal],
      urls: [url],
      sourceUrls: [sourceUrl],
      hashes: [BigInt(shortHash(refusalHash(sourceUrl)))],
      pageKeys: [],
    })),
  });
  await gateway.database.frontierPage.createMany({
    data: known
      .filter((row) => !isRefused(row))
      .map((row) => {
        const { url, sourceUrl = url, state = 'done', reason, foundOn, ...rest } = row;
        return {
          jobId,
          url,
          sourceUrl,
          dedupHash: Buffer.from(pageHash(url, similar), 'hex'),
          host: 'site.example',
          depth: 0,
          state,
          reason: reason ?? null,
          foundOn: foundOn === undefined ? null : ids[foundOn]!,
          ...rest,
        };
      }),
  });
}
