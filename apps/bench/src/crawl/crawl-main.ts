import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawBars } from './bar-chart';
import { CONTENDERS, OURS, YARDSTICK } from './contenders/all';
import { Progress } from './progress';
import { describeMachine, writeReport } from './report';
import { runRounds } from './rounds';
import { type RunningSite, startSite } from './start-site';
import { summarise } from './summary';
import { readVersions } from './versions';

const USAGE = `npm run bench:crawl -- [options]
  --rounds N            how often each contender crawls (5)
  --pages-per-round N   pages of one crawl (600)
  --only REGEXP         only the contenders whose name matches
  --pages FOLDER        bodies of the pages: *.html or *.html.gz; without it, pages that are made up
  --every N             of a large folder, only every Nth page
  --json FILE           the figures of every round
  --svg FILE            a chart of pages a second
`;

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  'pages-per-round': { type: 'string', default: '600' },
  only: { type: 'string', default: '' },
  pages: { type: 'string' },
  every: { type: 'string', default: '1' },
  json: { type: 'string' },
  svg: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof readArguments>;

const readArguments = () => parseArgs({ options: OPTIONS }).values;

async function main(): Promise<number> {
  const values = readArguments();
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const site = await startSite({
    ...(values.pages === undefined ? {} : { folder: values.pages }),
    every: Number(values.every),
  });
  try {
    return await compare(values, site);
  } finally {
    site.stop();
  }
}

/** All contenders in one run. */
async function compare(values: Values, site: RunningSite): Promise<number> {
  const progress = new Progress();
  const only = new RegExp(values.only);
  const contenders = CONTENDERS.filter(({ name }) => only.test(name));
  const pagesPerRound = Number(values['pages-per-round']);
  const results = await runRounds(contenders, {
    rounds: Number(values.rounds),
    pagesPerRound,
    warmUpPages: Math.min(pagesPerRound, 200),
    start: site.start,
    say: (text) => progress.say(text),
  });
  progress.done();
  const machine = describeMachine(readVersions());
  const summaries = summarise(results, YARDSTICK);
  const heading = `${values.rounds} rounds of ${pagesPerRound} pages. ${machine}`;
  process.stdout.write(`${heading}\n\n${writeReport(contenders, results, YARDSTICK)}\n`);
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

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  },
);
