import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { PageDocument } from '@orbweaver/contracts';
import type {
  DocumentContent,
  DocumentMetadata,
  Format,
  JobKind,
  JobSpec,
  PageFailure,
  WebhookSpec,
} from '@orbweaver/core';
import { type Database, Prisma } from '@orbweaver/persistence';
import { EventLog, WakeSignal } from '@orbweaver/platform';
import { crawlScope, RecordingPublisher, scrapeSpec, startTestDatabase } from '@orbweaver/testing';
import pino from 'pino';
import { Registry } from 'prom-client';
import { JobWriter } from '../src/jobs/job-writer';
import { settleJob } from '../src/jobs/settle-job';
import { ResultsMetrics } from '../src/results-metrics';
import { storableText } from '../src/store/storable';
import { storeDocuments } from '../src/store/store-documents';

export const quietLog = new EventLog(pino({ level: 'silent' }));

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

interface JobOptions {
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
}

export interface SettlementOptions {
  pages: number;
  reason?: 'finished' | 'cancelled' | 'failed';
  urlLists?: number;
  error?: string;
}

export interface ResultsHarness {
  database: Database;
  published: RecordingPublisher;
  metrics: ResultsMetrics;
  registry: Registry;
  writer: JobWriter;
  bell: WakeSignal;
  /** Milliseconds since 1970, as the writer sees it. */
  clock: { nowMs: number };
  store(...messages: PageDocument[]): Promise<void>;
  /** Settles the job as the frontier does, and tells results. */
  settle(jobId: string, settlement: SettlementOptions): Promise<void>;
  insertJob(options?: JobOptions): Promise<string>;
  readJob(jobId: string): ReturnType<typeof findJob>;
  close(): Promise<void>;
}

/** Results' parts on a real database, without Nest, with a clock that stands still. */
export async function startResultsHarness(): Promise<ResultsHarness> {
  const { database, close } = await startTestDatabase();
  const published = new RecordingPublisher();
  const registry = new Registry();
  const metrics = new ResultsMetrics(registry);
  const bell = new WakeSignal();
  const clock = { nowMs: Date.now() };
  const writer = new JobWriter(database, published, metrics, bell, quietLog, () => clock.nowMs);
  return {
    database,
    published,
    metrics,
    registry,
    writer,
    bell,
    clock,
    store: async (...messages) => {
      await leaseTestPages(database, messages);
      await storeDocuments(writer, metrics, messages);
    },
    settle: async (jobId, settlement) => {
      await settleFrontierRow(database, jobId, settlement);
      await settleJob(writer, { jobId }, clock.nowMs);
    },
    insertJob: (options = {}) => insertJob(database, options),
    readJob: (jobId) => findJob(database, jobId),
    close,
  };
}

async function insertJob(database: Database, options: JobOptions): Promise<string> {
  const kind = options.kind ?? 'crawl';
  const id = randomUUID();
  const spec = specs[kind];
  const scrape = { ...spec.scrape, ...(options.formats === undefined ? {} : { formats: options.formats }) };
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

function findJob(database: Database, jobId: string) {
  return database.job.findUniqueOrThrow({ where: { id: jobId } });
}

export interface DocumentOptions {
  pageId?: string;
  epoch?: number;
  url?: string;
  metadata?: Partial<DocumentMetadata>;
  content?: DocumentContent;
  failure?: PageFailure;
  teamId?: string;
  changeTracking?: PageDocument['changeTracking'];
  zeroDataRetention?: boolean;
}

export function testDocument(jobId: string, options: DocumentOptions = {}): PageDocument {
  const url = options.url ?? 'http://site.test/page';
  const json = JSON.stringify(options.content ?? { markdown: 'Hello' });
  const page = {
    type: 'PageDocument' as const,
    pageId: options.pageId ?? randomUUID(),
    jobId,
    teamId: options.teamId ?? randomUUID(),
    epoch: options.epoch ?? 1,
    url,
    sourceUrl: url,
    depth: 0,
    renderedAt: Date.now(),
    ...(options.changeTracking === undefined ? {} : { changeTracking: options.changeTracking }),
    ...(options.zeroDataRetention === undefined ? {} : { zeroDataRetention: options.zeroDataRetention }),
  };
  if (options.failure !== undefined) return { ...page, result: { kind: 'failed', failure: options.failure } };
  const metadata = { sourceURL: url, url, statusCode: 200, proxyUsed: 'basic' as const, ...options.metadata };
  return {
    ...page,
    result: { kind: 'done', metadata, engine: 'http', jsonBytes: Buffer.byteLength(json) },
    content: gzipSync(json),
  };
}

/** The job's row as the frontier leaves it when it settles the job. */
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

/** The frontier takes the job up again. */
export async function reopenFrontierRow(database: Database, jobId: string): Promise<void> {
  await database.frontierJob.update({ where: { id: jobId }, data: { state: 'running' } });
}

/** The pages of jobs that run, those that are not there yet, as the frontier keeps them that sent renderers to them. */
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
      dedupHash: Buffer.from(pageId),
      host: 'site.test',
      depth: 1,
      state: 'leased',
      epoch,
    })),
    skipDuplicates: true,
  });
}

/** The page's row as the frontier keeps it. */
export async function insertFrontierPage(
  database: Database,
  page: { id: string; jobId: string; state: string; epoch: number; reason?: string; message?: string },
): Promise<void> {
  await database.frontierPage.create({
    data: {
      ordinal: 1,
      url: 'http://site.test/page',
      sourceUrl: 'http://site.test/page',
      dedupHash: Buffer.from(page.id),
      host: 'site.test',
      depth: 1,
      ...page,
    },
  });
}
