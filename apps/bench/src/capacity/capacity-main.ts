import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calibrate } from '../crawl/calibrate';
import { UnavailableContenderError } from '../crawl/contenders/contender';
import { describeMachine } from '../crawl/report';
import { readVersions } from '../crawl/versions';
import { writeColumns } from '../write-table';
import { LoadCluster, type Setup } from './load-cluster';
import { type LoadResult, measureLoad } from './measure-load';

const USAGE = `npm run bench:capacity -- [options]
  Measures the cost of a page in all services except renderers: real gateway, frontier and results processes, Kafka and
  Postgres, with stand-ins for renderers that return prepared documents. Needs Java 17, and Maven on the first run.
  Takes about five minutes.

  --pages N    pages per load (2400)
  --jobs N     concurrent crawls, each of a separate host (12)
  --only NAME  load (one process of frontier and of results, then two of each), one-job (a single crawl of a single host),
               renderers (one and two renderers whose pages take a second); separate several by commas
  --json FILE  write the figures
`;

const OPTIONS = {
  pages: { type: 'string', default: '2400' },
  jobs: { type: 'string', default: '12' },
  only: { type: 'string', default: 'load,one-job,renderers' },
  json: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

interface Measured {
  what: string;
  setup: Setup;
  jobs: number;
  result: LoadResult;
  calibrationMs: number;
}

/** Enough slots and no delay: the renderer is never the bottleneck. */
const AT_ONCE = { count: 1, slots: 128, delayMs: 0 };
const SLOW = { slots: 16, delayMs: 1000 };
/** Long enough to make the start of a crawl, which has one link, negligible. */
const SLOW_SECONDS = 40;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [pages, jobs] = [Number(values.pages), Number(values.jobs)];
  const only = values.only.split(',');
  const cluster = await LoadCluster.start();
  const measured: Measured[] = [];
  const measure = async (what: string, setup: Setup, load: { jobs: number; pages: number }) => {
    await cluster.arrange(setup);
    const name = what.replaceAll(/\W+/g, '-');
    const pagesPerJob = (count: number) => Math.ceil(count / load.jobs);
    await measureLoad(cluster, { name: `${name}-warm`, jobs: load.jobs, pagesPerJob: pagesPerJob(load.pages / 4) });
    const calibrationMs = calibrate();
    const result = await measureLoad(cluster, { name, jobs: load.jobs, pagesPerJob: pagesPerJob(load.pages) });
    measured.push({ what, setup, jobs: load.jobs, result, calibrationMs });
    process.stderr.write(`${what}: ${result.pagesPerSecond.toFixed(1)} pages per second\n`);
  };
  try {
    if (only.includes('load')) {
      for (const [frontiers, results] of [
        [1, 1],
        [2, 2],
      ] as const)
        await measure(
          `${frontiers} frontier, ${results} results`,
          { frontiers, results, renderers: AT_ONCE },
          { jobs, pages },
        );
    }
    if (only.includes('one-job'))
      await measure('one job', { frontiers: 1, results: 1, renderers: AT_ONCE }, { jobs: 1, pages: pages / 2 });
    if (only.includes('renderers')) {
      for (const count of [1, 2])
        await measure(
          `${count} slow renderer`,
          { frontiers: 1, results: 1, renderers: { ...SLOW, count } },
          { jobs, pages: count * SLOW.slots * (1000 / SLOW.delayMs) * SLOW_SECONDS },
        );
    }
  } finally {
    await cluster.stop();
  }
  process.stdout.write(writeCapacity(measured));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measured, withMaps, 2)}\n`);
}

const withMaps = (_: string, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);

function writeCapacity(measured: readonly Measured[]): string {
  const figure = (value: number | undefined, digits = 2) => (value === undefined ? '' : value.toFixed(digits));
  const parts = [...new Set(measured.flatMap(({ result }) => [...result.cpuMs.keys()]))];
  const topics = [...new Set(measured.flatMap(({ result }) => [...result.logBytes.keys()]))].sort();
  const rows: [string, (one: Measured) => string][] = [
    ['pages per second', ({ result }) => figure(result.pagesPerSecond, 1)],
    ['calibration, ms', ({ calibrationMs }) => figure(calibrationMs, 0)],
    ...parts.map((part): [string, (one: Measured) => string] => [
      `${part}: CPU ms per page (busiest thread, of a core)`,
      ({ result: { cpuMs, busy } }) =>
        cpuMs.has(part) ? `${figure(cpuMs.get(part))} (${figure((busy.get(part) ?? 0) * 100, 0)} %)` : '',
    ]),
    ['statements', ({ result }) => figure(result.counters.statements, 1)],
    ['transactions', ({ result }) => figure(result.counters.transactions, 1)],
    ['rows read', ({ result }) => figure(result.counters.rowsRead, 0)],
    ['rows written', ({ result }) => figure(result.counters.rowsWritten, 1)],
    ['WAL, KB', ({ result }) => figure(result.counters.walBytes / 1024, 1)],
    ['writes of Postgres', ({ result }) => figure(result.databaseWrites, 1)],
    ['leasing, ms of Postgres', ({ result }) => figure(result.leasingMs, 3)],
    ['all statements, ms of Postgres', ({ result }) => figure(result.statementsMs, 2)],
    ['tables and indexes, KB', ({ result }) => figure(result.databaseBytes / 1024, 1)],
    ...topics.map((topic): [string, (one: Measured) => string] => [
      `${topic}, KB`,
      ({ result }) => figure((result.logBytes.get(topic) ?? 0) / 1024, 2),
    ]),
  ];
  const heading = ['per page', ...measured.map(({ what }) => what)];
  const table = writeColumns(
    heading,
    rows.map(([name, read]) => [name, ...measured.map(read)]),
  );
  const [one, two] = ['1 slow renderer', '2 slow renderer'].map((name) => measured.find(({ what }) => what === name));
  const scaling =
    one === undefined || two === undefined
      ? ''
      : `\ntwo renderers over one: ${(two.result.pagesPerSecond / one.result.pagesPerSecond).toFixed(2)} ×\n`;
  return `${describeMachine(readVersions())}\n\n${table}\n${scaling}`;
}

// `exit` handlers stop the started processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof UnavailableContenderError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
