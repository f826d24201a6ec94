import { randomUUID } from 'node:crypto';
import { scrapeSpec } from '@orbweaver/testing';
import * as p from '../../src/index';
import { hashOf, idOf } from '../fill-large-database';
import { type HotStatement, now, numbers, teamId } from './hot-statement';

export const cacheAndHistoryStatements: HotStatement[] = [
  {
    name: 'readPreviousVersions',
    rows: 20,
    run: (transaction) =>
      p.readPreviousVersions(
        transaction,
        numbers(20).map((n) => ({ teamId, key: hashOf(`running ${n}`) })),
      ),
  },
  {
    name: 'readVersionMarkdown',
    rows: 1,
    run: (transaction) =>
      p.readVersionMarkdown(transaction, {
        teamId,
        key: hashOf('running 7'),
        pageId: idOf('page running 7'),
      }),
  },
  {
    name: 'readPlainPages',
    rows: 20,
    run: (transaction) =>
      p.readPlainPages(
        transaction,
        numbers(20).map((n) => BigInt(2_000 + n)),
      ),
  },
  {
    name: 'writeVersions',
    rows: 20,
    statements: 25,
    run: (transaction) =>
      p.writeVersions(
        transaction,
        numbers(20).map((n) => ({
          teamId,
          key: hashOf(`running ${n}`),
          pageId: randomUUID(),
          url: 'http://site.test/',
          scrapedAt: now,
          fingerprint: hashOf(n),
          markdown: Buffer.alloc(100),
          previousPageId: idOf(`page running ${n}`),
          crawl: hashOf('crawl'),
          depth: 1,
          isRemoved: false,
          isReached: true,
        })),
      ),
  },
  {
    name: 'evictVersions',
    rows: 500,
    counted: 4_000,
    statements: 510,
    run: (transaction) => p.evictVersions(transaction, { teamId, maxBytes: 1_900_000, limit: 500 }),
  },
  {
    name: 'findCachedPages',
    rows: 20,
    run: (_, database) =>
      p.findCachedPages(
        database,
        numbers(20).map((n) => ({ teamId, url: `http://site.test/${n}`, spec: scrapeSpec({ maxAgeMs: 1000 }) })),
        now,
      ),
  },
  {
    name: 'readCachedPages',
    rows: 20,
    run: (_, database) =>
      p.readCachedPages(
        database,
        numbers(20).map((n) => ({
          key: hashOf(n),
          look: 'http',
          verified: true,
          succeeded: true,
          url: 'http://site.test/',
          isPdf: false,
          failures: 0,
          hasBody: true,
          capturedAtMs: 0,
          withScreenshot: false,
          bytes: 1000,
        })),
      ),
  },
  {
    name: 'writeCachedPages',
    rows: 20,
    run: (transaction) =>
      p.writeCachedPages(
        transaction,
        numbers(20).map((n) => ({
          key: hashOf(n),
          look: 'http',
          verified: true,
          succeeded: n % 2 === 0,
          url: 'http://site.test/',
          isPdf: false,
          capturedAt: now,
          capture: {},
        })),
      ),
  },
  { name: 'evictCachedPages', rows: 20, run: (transaction) => p.evictCachedPages(transaction, { limit: 20 }) },
];
