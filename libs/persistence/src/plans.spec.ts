import { randomUUID } from 'node:crypto';
import { isNightlyRun, startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { Client } from 'pg';
import { analyze, type FinishedWork, fillFinishedJobs, fillRunningJob } from '../test/fill-large-database';
import { hotStatements, otherStatements } from '../test/hot-statements';
import type { HotStatement } from '../test/hot-statements/hot-statement';
import { openRecordingDatabase, type RecordedPlan } from '../test/record-plans';
import * as persistence from './index';

/** Limits per statement, independent of the job's size: index descents plus some blocks per row. */
const FEW = { blocks: { once: 60, perRow: 35 }, rows: { once: 60, perRow: 12 } };
const MANY = { blocks: { once: 60, perRow: 28 }, rows: { once: 60, perRow: 4 } };
const MANY_ROWS = 500;
/** Default maximum of statements per call. */
const STATEMENTS = 6;

function boundsOf({ rows, counted = 0 }: HotStatement): { blocks: number; rows: number } {
  const { blocks: ofBlocks, rows: ofRows } = rows < MANY_ROWS ? FEW : MANY;
  return {
    blocks: ofBlocks.once + ofBlocks.perRow * rows + 2 * counted,
    rows: ofRows.once + ofRows.perRow * rows + counted,
  };
}

const isEmpty = (answer: unknown): boolean =>
  answer === undefined ||
  (Array.isArray(answer) && answer.length === 0) ||
  (answer instanceof Map && answer.size === 0);

type Scenario = [statistics: string, prepare: (url: string) => Promise<void>];

const freshStatistics: Scenario = [
  'fresh: gathered in its middle',
  async (url) => {
    await fillRunningJob(url, 'first');
    await analyze(url);
    await fillRunningJob(url, 'second');
  },
];
const nightlyScenarios: Scenario[] = [
  [
    'absent',
    async (url) => {
      await fillRunningJob(url, 'first');
      await fillRunningJob(url, 'second');
    },
  ],
  [
    'stale: gathered before the job began',
    async (url) => {
      await analyze(url);
      await fillRunningJob(url, 'first');
      await fillRunningJob(url, 'second');
    },
  ],
];
const scenarios = [freshStatistics, ...(isNightlyRun ? nightlyScenarios : [])];

class RolledBack extends Error {}

it('has a case for every function, or a reason for having none', () => {
  const known = new Set([...hotStatements.map(({ name }) => name), ...Object.values(otherStatements).flat()]);
  const functions = Object.entries(persistence).flatMap(([name, value]) =>
    typeof value === 'function' && !/^[A-Z]/.test(name) ? [name] : [],
  );
  expect(functions.filter((name) => !known.has(name))).toEqual([]);
});

it('has no two indexes of a table with the same first column', async () => {
  const scratch = await startTestDatabase();
  const doubled = await scratch.database.$queryRaw`
    SELECT indrelid::regclass::text AS of, pg_get_indexdef(indexrelid, 1, true) AS "first", array_agg(indexrelid::regclass::text) AS indexes
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    GROUP BY 1, 2 HAVING count(*) > 1`;
  await scratch.close();
  expect(doubled).toEqual([]);
});

/** With few jobs, statistics list all of them, and a new job is assumed to have no rows. */
const histories: [name: string, FinishedWork][] = [
  ['a thousand finished jobs', { jobs: 1_000, teams: 20, urls: 120, pages: 30, events: 100 }],
  ['three large finished jobs', { jobs: 3, teams: 3, urls: 20_000, pages: 3_000, events: 3_000 }],
];

describe.each(histories)('with %s', (_name, history) => {
  let template: TestDatabase;
  beforeAll(async () => {
    template = await startTestDatabase();
    await template.database.$disconnect();
    await fillFinishedJobs(template.url, history);
  });
  afterAll(() => template.close());

  describe.each(scenarios)('with statistics that are %s', (_statistics, prepare) => {
    const name = `plans_${randomUUID().replaceAll('-', '')}`;
    const plans = new Map<HotStatement, RecordedPlan[]>();
    const answers = new Map<HotStatement, unknown>();
    beforeAll(async () => {
      const url = await copyDatabase(template.url, name);
      await prepare(url);
      const { database, record, close } = openRecordingDatabase(url);
      for (const one of hotStatements) {
        const recorded = await record(() =>
          database
            .$transaction(async (transaction) => {
              answers.set(one, await one.run(transaction, database));
              throw new RolledBack();
            })
            .catch((error: unknown) => {
              if (!(error instanceof RolledBack)) throw new Error(`${one.name}: ${error}`);
            }),
        );
        plans.set(one, recorded);
      }
      await close();
    });
    afterAll(() => onServer(template.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

    it.each(hotStatements)('$name touches few rows besides the $rows requested', (one) => {
      const found = plans.get(one) ?? [];
      expect(found).not.toHaveLength(0);
      expect(found.length).toBeLessThanOrEqual(one.statements ?? STATEMENTS);
      if (one.finds) expect(isEmpty(answers.get(one))).toBe(false);
      for (const plan of found) {
        const most = boundsOf(one);
        const isWithin = plan.blocks <= most.blocks && plan.rows <= most.rows;
        expect(isWithin ? 'within its bounds' : { most, ...plan }).toBe('within its bounds');
      }
    });
  });
});

/** Copies a database with its statistics. It must have no connections. */
async function copyDatabase(url: string, name: string): Promise<string> {
  const copy = new URL(url);
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${copy.pathname.slice(1)}`);
  copy.pathname = name;
  return copy.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = new URL(url);
  server.pathname = 'postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}
