import { randomUUID } from 'node:crypto';
import { scrapeSpec } from '@orbweaver/testing';
import type { Database, Transaction } from '../../src/database';
import * as p from '../../src/index';
import { FIRST_TEAM, hashOf } from '../fill-large-database';
import { drain, type HotStatement, jobId, numbers, pageId, soon, teamId } from './hot-statement';

export const gatewayStatements: HotStatement[] = [
  { name: 'readJob', rows: 1, run: (_, database) => p.readJob(database, { jobId, teamId }) },
  {
    name: 'readDocuments',
    rows: 100,
    run: (_, database) => p.readDocuments(database, { jobId, after: 1_000, limit: 100, maxBytes: 10_000_000 }),
  },
  {
    name: 'readKnownUrls',
    rows: 10,
    // Hashes of refused links, one row per page and reason, for a rare request.
    counted: 3_150,
    run: (_, database) => p.readKnownUrls(database, jobId, numbers(10).map(hashOf)),
  },
  { name: 'readDiscoveryPath', rows: 10, run: (_, database) => p.readDiscoveryPath(database, pageId(500), 10) },
  ...(['queued', 'leased', 'done'] as const).map((state) => ({
    name: 'readFrontierPages',
    rows: 100,
    run: (_: Transaction, database: Database) =>
      p.readFrontierPages(database, { jobId, kinds: [{ state, reason: null }], after: 100, limit: 100 }),
  })),
  {
    name: 'readFrontierPages',
    rows: 100,
    run: (_, database) =>
      p.readFrontierPages(database, {
        jobId,
        kinds: [
          { state: 'failed', reason: 'timed-out' },
          { state: 'skipped', reason: 'limit' },
          { state: 'done', reason: null },
        ],
        after: 5_000,
        limit: 100,
      }),
  },
  {
    name: 'readFrontierPages',
    rows: 100,
    run: (_, database) =>
      p.readFrontierPages(database, {
        jobId,
        kinds: (['external', 'discovery-depth', 'robots'] as const).map((reason) => ({ state: 'skipped', reason })),
        after: 110_000,
        limit: 100,
      }),
  },
  { name: 'readUrlTotals', rows: 1, run: (_, database) => p.readUrlTotals(database, jobId) },
  { name: 'readPageErrors', rows: 200, run: (_, database) => drain(p.readPageErrors(database, jobId)) },
  { name: 'readRobotsBlocked', rows: 1_700, run: (_, database) => drain(p.readRobotsBlocked(database, jobId)) },
  { name: 'readCancelledPages', rows: 1, run: (_, database) => drain(p.readCancelledPages(database, jobId)) },
  { name: 'hasRobotsBlocked', rows: 1, run: (_, database) => p.hasRobotsBlocked(database, jobId) },
  { name: 'hasFrontierPages', rows: 1, run: (_, database) => p.hasFrontierPages(database, jobId) },
  { name: 'readTrapExample', rows: 1, run: (_, database) => p.readTrapExample(database, jobId) },
  { name: 'readPageResult', rows: 1, run: (_, database) => p.readPageResult(database, { pageId: pageId(5), teamId }) },
  { name: 'findStoredPages', rows: 20, run: (_, database) => p.findStoredPages(database, numbers(20).map(pageId)) },
  { name: 'readTeamLoad', rows: 10, run: (_, database) => p.readTeamLoad(database, teamId) },
  { name: 'listRunningCrawls', rows: 10, run: (_, database) => drain(p.listRunningCrawls(database, teamId)) },
  { name: 'findCaller', rows: 1, run: (_, database) => p.findCaller(database, 'hash running') },
  { name: 'noteKeyUse', rows: 1, run: (_, database) => p.noteKeyUse(database, randomUUID()) },
  { name: 'requestCancel', rows: 1, run: (_, database) => p.requestCancel(database, randomUUID()) },
  { name: 'holdEphemeralJob', rows: 1, run: (_, database) => p.holdEphemeralJob(database, { jobId, holdMs: 1000 }) },
  {
    name: 'noteCompleteRead',
    rows: 1,
    run: (_, database) => p.noteCompleteRead(database, { jobId, completed: 0, graceMs: 1 }),
  },
  {
    name: 'acceptJob',
    rows: 10,
    run: (_, database) =>
      p.acceptJob(database, {
        id: randomUUID(),
        teamId,
        isLimited: true,
        spec: { kind: 'scrape', url: 'http://site.test/', scrape: scrapeSpec() },
        origin: 'api',
        expiresAt: soon,
      }),
  },
  { name: 'readFreeCredits', rows: 10, run: (_, database) => p.readFreeCredits(database, teamId) },
  { name: 'startScrapes', rows: 10, run: (_, database) => p.startScrapes(database, { teamId, ids: [randomUUID()] }) },
  { name: 'takeRequest', rows: 1, run: (_, database) => p.takeRequest(database, { teamId, requestClass: 'scrape' }) },
  { name: 'readCreditBalance', rows: 1, run: (transaction) => p.readCreditBalance(transaction, teamId) },
  ...[{}, { teamId: FIRST_TEAM }, { teamId: FIRST_TEAM, state: 'failed' as const }].map((filter) => ({
    name: 'listJobs',
    rows: 20,
    run: (_: Transaction, database: Database) => p.listJobs(database, { ...filter, limit: 20 }),
  })),
  { name: 'readJobLeases', rows: 50, finds: true, run: (_, database) => p.readJobLeases(database, jobId) },
  {
    name: 'listUsage',
    rows: 100,
    finds: true,
    run: (_, database) =>
      p.listUsage(database, { teamId, from: new Date('2026-01-10'), to: new Date('2026-12-31'), limit: 100 }),
  },
  {
    name: 'listAuditEntries',
    rows: 100,
    finds: true,
    run: (_, database) => p.listAuditEntries(database, { teamId, before: 15_000, limit: 100 }),
  },
  {
    name: 'listAuditEntries',
    rows: 100,
    finds: true,
    run: (_, database) => p.listAuditEntries(database, { before: 15_000, limit: 100 }),
  },
];
