import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawBars } from './bar-chart';
import { CHECKS } from './checks/all';
import { allMet, chooseChecks, runChecks, writeFindings } from './checks/run-checks';
import { CONTENDERS, CRAWLEE, OURS, PEERS, YARDSTICK } from './contenders/all';
import type { Contender } from './contenders/contender';
import { BARE_CLUSTER, renderedContenders } from './contenders/rendered';
import { Progress } from './progress';
import { describeMachine, writeReport } from './report';
import { runRounds } from './rounds';
import { type PageSource, type RunningSite, startSite } from './start-site';
import { summarise } from './summary';
import { readVersions } from './versions';

const USAGE = `npm run bench:crawl -- [options]
  --rounds N            crawls per contender (5)
  --pages-per-round N   pages per crawl (600)
  --only REGEXP         contenders to run, by name
  --peers               published crawlers and converters, in ratios to Crawlee
  --pages FOLDER        *.html or *.html.gz files as page bodies (default: generated pages)
  --every N             use every Nth file of the folder
  --rendered            rendered pages, compared with puppeteer-cluster, in a separate table
  --rendered-pages N    rendered pages per round (40)
  --concurrency N       concurrent rendered pages (4)
  --json FILE           write the figures of every round
  --svg FILE            write a chart of pages per second

npm run bench:crawl -- --check [NAME,NAME] [options]
  prints each goal with its figure; exits with 1 when a goal is missed or could not be measured
  NAME                  ${CHECKS.map(({ name }) => name).join(', ')}(default: all)
  --report              exit with 0 in any case
  --crawls N            consecutive crawls of one service (5)
  --long-crawl-pages N  pages of the crawl whose beginning and end are compared (4000)
  --scrapes N           scrapes of each kind (100)
  --many-hosts-urls N   URLs of the batch over many hosts, four per host (500)
  --rest-ms N           pause between work and memory measurement (60000)
  --mixed-load-ms N     duration of the mixed load (300000)
`;

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  'pages-per-round': { type: 'string', default: '600' },
  only: { type: 'string', default: '' },
  peers: { type: 'boolean', default: false },
  pages: { type: 'string' },
  every: { type: 'string', default: '1' },
  rendered: { type: 'boolean', default: false },
  'rendered-pages': { type: 'string', default: '40' },
  concurrency: { type: 'string', default: '4' },
  json: { type: 'string' },
  svg: { type: 'string' },
  check: { type: 'boolean', default: false },
  report: { type: 'boolean', default: false },
  crawls: { type: 'string', default: '5' },
  'long-crawl-pages': { type: 'string', default: '4000' },
  scrapes: { type: 'string', default: '100' },
  'many-hosts-urls': { type: 'string', default: '500' },
  'rest-ms': { type: 'string', default: '60000' },
  'mixed-load-ms': { type: 'string', default: '300000' },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof readArguments>;

const readArguments = () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (positionals.length > 0 && !values.check) throw new Error(`${positionals.join(' ')} is not an option`);
  return { ...values, checks: positionals.join(',') };
};

async function main(): Promise<number> {
  const values = readArguments();
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const source = { ...(values.pages === undefined ? {} : { folder: values.pages }), every: Number(values.every) };
  const site = await startSite(source);
  try {
    return values.check ? await check(values, site, source) : await compare(values, site);
  } finally {
    site.stop();
  }
}

async function compare(values: Values, site: RunningSite): Promise<number> {
  const progress = new Progress();
  const only = new RegExp(values.only);
  const { all, yardstick } = chooseContenders(values);
  const contenders = all.filter(({ name }) => only.test(name));
  const pagesPerRound = Number(values.rendered ? values['rendered-pages'] : values['pages-per-round']);
  const results = await runRounds(contenders, {
    rounds: Number(values.rounds),
    pagesPerRound,
    warmUpPages: Math.min(pagesPerRound, values.rendered ? 8 : 200),
    start: site.start,
    say: (text) => progress.say(text),
  });
  progress.done();
  const machine = describeMachine(readVersions());
  const summaries = summarise(results, yardstick);
  const heading = `${values.rounds} rounds of ${pagesPerRound} pages. ${machine}`;
  process.stdout.write(`${heading}\n\n${writeReport(contenders, results, yardstick)}\n`);
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine, summaries, results }, null, 2)}\n`);
  if (values.svg !== undefined) {
    const bars = summaries.map((summary) => ({
      label: summary.name,
      value: summary.pagesPerSecond,
      isOurs: summary.name.startsWith(OURS),
    }));
    writeFileSync(values.svg, drawBars('Pages a second', bars));
  }
  return results.some(({ leftOut }) => leftOut?.startsWith('failed')) ? 1 : 0;
}

function chooseContenders({ rendered, concurrency, peers }: Values): { all: readonly Contender[]; yardstick: string } {
  if (rendered) return { all: renderedContenders(Number(concurrency)), yardstick: BARE_CLUSTER };
  if (peers) return { all: CONTENDERS.filter(({ name }) => PEERS.includes(name)), yardstick: CRAWLEE };
  return { all: CONTENDERS, yardstick: YARDSTICK };
}

async function check(values: Values, site: RunningSite, source: PageSource): Promise<number> {
  const progress = new Progress();
  const found = await runChecks(
    chooseChecks(CHECKS, values.checks),
    {
      site,
      source,
      sizes: {
        rounds: Number(values.rounds),
        pagesPerRound: Number(values['pages-per-round']),
        renderedPages: Number(values['rendered-pages']),
        longCrawlPages: Number(values['long-crawl-pages']),
        crawls: Number(values.crawls),
        scrapes: Number(values.scrapes),
        manyHostsUrls: Number(values['many-hosts-urls']),
        restMs: Number(values['rest-ms']),
        mixedLoadMs: Number(values['mixed-load-ms']),
      },
      say: (text) => progress.say(text),
    },
    (each) => {
      progress.done();
      process.stderr.write(`${writeFindings(each)}\n`);
    },
  );
  progress.done();
  const machine = describeMachine(readVersions());
  process.stdout.write(`${machine}\n\n${writeFindings(found)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, found }, null, 2)}\n`);
  return values.report || allMet(found) ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  },
);
