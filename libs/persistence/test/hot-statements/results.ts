import { randomUUID } from 'node:crypto';
import * as p from '../../src/index';
import { EXTRA } from '../fill-large-database';
import { type HotStatement, jobId, now, numbers, pageId, soon, teamId } from './hot-statement';

export const resultsStatements: HotStatement[] = [
  { name: 'lockJobs', rows: 2, run: (transaction) => p.lockJobs(transaction, [jobId]) },
  { name: 'readJobOwners', rows: 2, run: (transaction) => p.readJobOwners(transaction, [jobId]) },
  { name: 'readPageJob', rows: 1, finds: true, run: (transaction) => p.readPageJob(transaction, jobId) },
  {
    name: 'claimEnrichments',
    // One lookup finds the next team, one its oldest page.
    rows: 8 + 3 * 20,
    finds: true,
    run: (transaction) => p.claimEnrichments(transaction, { isUrgent: false, limit: 8, forMs: 30_000 }),
  },
  { name: 'readPageFences', rows: 20, run: (transaction) => p.readPageFences(transaction, numbers(20).map(pageId)) },
  { name: 'countUrlLists', rows: 1, finds: true, run: (transaction) => p.countUrlLists(transaction, [EXTRA.batch]) },
  {
    name: 'insertPages',
    rows: 20,
    run: (transaction) =>
      p.insertPages(
        transaction,
        numbers(20).map((n) => ({
          id: randomUUID(),
          jobId,
          teamId,
          ordinal: 50_000 + n,
          state: 'done',
          epoch: 1,
          url: 'http://site.test/',
          sourceUrl: 'http://site.test/',
          depth: 1,
          statusCode: 200,
          engine: 'http',
          reason: null,
          message: null,
          creditsUsed: 1,
          plainHash: null,
          promptTokens: null,
          completionTokens: null,
          pageKey: null,
          fingerprint: null,
        })),
        now,
      ),
  },
  {
    name: 'insertDocuments',
    rows: 20,
    run: (transaction) =>
      p.insertDocuments(
        transaction,
        numbers(20).map(() => ({
          pageId: randomUUID(),
          jobId,
          metadata: {},
          content: Buffer.alloc(100),
          objectHash: null,
          jsonBytes: 100,
        })),
      ),
  },
  {
    name: 'updateJobs',
    rows: 2,
    run: async (transaction) => {
      const jobs = await p.lockJobs(transaction, [jobId]);
      await p.updateJobs(
        transaction,
        jobs.map((job) => ({ ...job, completedAt: null })),
      );
    },
  },
  {
    name: 'updateJobs',
    rows: 2,
    run: async (transaction) => {
      const jobs = await p.lockJobs(transaction, [jobId]);
      await transaction.$executeRaw`
        UPDATE jobs SET webhook = webhook || '{"headers": {"a": "b"}}'::jsonb WHERE id = ${jobId}::uuid`;
      await p.updateJobs(
        transaction,
        jobs.map((job) => ({ ...job, state: 'completed', completedAt: now })),
      );
    },
  },
  {
    name: 'addCreditEntries',
    rows: 20,
    run: (transaction) =>
      p.addCreditEntries(
        transaction,
        numbers(20).map(() => ({
          id: randomUUID(),
          teamId,
          apiKeyId: null,
          jobId,
          kind: 'page',
          amount: -1,
          note: null,
        })),
        now,
      ),
  },
  { name: 'readDocument', rows: 1, run: (_, database) => p.readDocument(database, pageId(5)) },
  { name: 'readBoundedDocument', rows: 1, run: (_, database) => p.readBoundedDocument(database, pageId(5), 1_000_000) },
  {
    name: 'findJobsToEnd',
    rows: 10,
    run: (_, database) => p.findJobsToEnd(database, { cancelledBefore: soon, limit: 10 }),
  },
  {
    name: 'findOpenScrapes',
    rows: 10,
    run: (_, database) => p.findOpenScrapes(database, { createdBefore: soon, limit: 10 }),
  },
  {
    name: 'findExpiredJobs',
    rows: 10,
    finds: true,
    run: (_, database) => p.findExpiredJobs(database, { now, runningBefore: new Date(0), limit: 10 }),
  },
  {
    name: 'findJobsToErase',
    rows: 10,
    finds: true,
    run: (_, database) => p.findJobsToErase(database, { now, limit: 10 }),
  },
];
