import { randomUUID } from 'node:crypto';
import type { Format, JobKind, JobSpec, WebhookSpec } from '@orbweaver/core';
import { type Database, newJobId, Prisma } from '@orbweaver/persistence';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';

const scrape = scrapeSpec();

const specs: Record<JobKind, JobSpec> = {
  scrape: { kind: 'scrape', url: 'http://site.test/', scrape },
  batch: { kind: 'batch', scrape },
  crawl: {
    kind: 'crawl',
    url: 'http://site.test/',
    scope: crawlScope(),
    sitemap: 'skip',
    limit: 100,
    ignoreRobotsTxt: false,
    scrape,
  },
};

export interface JobOptions {
  kind?: 'scrape' | 'batch' | 'crawl';
  teamId?: string;
  apiKeyId?: string;
  webhook?: Partial<WebhookSpec>;
  createdAt?: Date;
  expiresAt?: Date;
  cancelRequestedAt?: Date;
  urlLists?: number;
  zeroDataRetention?: boolean;
  formats?: Format[];
  headers?: Record<string, string>;
}

export async function insertJob(database: Database, options: JobOptions): Promise<string> {
  const kind = options.kind ?? 'crawl';
  const id = newJobId();
  const spec = specs[kind];
  const { formats = spec.scrape.formats, headers = spec.scrape.headers } = options;
  const scrape = { ...spec.scrape, formats, headers };
  const webhook = { url: 'http://hook.test/', headers: {}, metadata: {}, events: everyEvent, ...options.webhook };
  await database.job.create({
    data: {
      id,
      teamId: options.teamId ?? randomUUID(),
      apiKeyId: options.apiKeyId ?? null,
      kind,
      // Plain JSON; the type of an interface has no index signature.
      spec: { ...spec, scrape } as unknown as Prisma.InputJsonObject,
      webhook: options.webhook === undefined ? Prisma.DbNull : webhook,
      createdAt: options.createdAt ?? new Date(),
      expiresAt: options.expiresAt ?? new Date(Date.now() + 86_400_000),
      cancelRequestedAt: options.cancelRequestedAt ?? null,
      zeroDataRetention: options.zeroDataRetention ?? false,
    },
  });
  for (let position = 0; position < (options.urlLists ?? 0); position += 1) {
    await database.jobUrlList.create({ data: { jobId: id, position, urls: [] } });
  }
  return id;
}

const everyEvent: WebhookSpec['events'] = ['started', 'page', 'completed', 'failed', 'cancelled'];
