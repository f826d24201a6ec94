import { CONTENDERS, CRAWLEE, OURS, OURS_ON_KAFKA, YARDSTICK } from '../contenders/all';
import { measureExtraction } from '../measure-extraction';
import { runRounds } from '../rounds';
import { ratioOf, summarise } from '../summary';
import type { Check, CheckContext, Finding, GoalFigure, NotMeasured } from './check';

/** Goal: CPU per page beyond extraction, all processes. */
const CPU_BEYOND_EXTRACTION_MS = 6;
const WARM_UP_PAGES = 200;

/** Pages per second and CPU time of a page relative to others in the same rounds. */
export const throughput: Check = { name: 'throughput', run: measureThroughput };

/** CPU time per page of all our processes and Postgres beyond extraction. */
export const cpu: Check = { name: 'cpu', run: measureCpu };

async function measureThroughput(context: CheckContext): Promise<Finding[]> {
  const results = await rounds(context, [OURS, OURS_ON_KAFKA, YARDSTICK, CRAWLEE]);
  const compare = (
    of: 'pagesPerSecond' | 'cpuMsPerPage',
    [name, other]: [string, string],
    goal: GoalFigure['goal'],
  ): GoalFigure | NotMeasured => {
    const what = `${name}: ${of === 'pagesPerSecond' ? 'pages per second' : 'CPU of a page'} over ${other}`;
    const figure = ratioOf(results, of, [name, other]);
    if (figure !== undefined) return { what, figure, unit: '×', goal };
    const reason = results.find((result) => [name, other].includes(result.name) && result.leftOut)?.leftOut;
    return { what, reason: reason ?? 'no figures' };
  };
  return [
    compare('pagesPerSecond', [OURS, YARDSTICK], { atLeast: 3.3 }),
    compare('cpuMsPerPage', [OURS, YARDSTICK], { atMost: 0.25 }),
    compare('pagesPerSecond', [OURS, CRAWLEE], { atLeast: 4 }),
    compare('pagesPerSecond', [OURS_ON_KAFKA, OURS], { atLeast: 0.85 }),
    compare('cpuMsPerPage', [OURS_ON_KAFKA, OURS], { atMost: 1.25 }),
  ];
}

async function measureCpu(context: CheckContext): Promise<Finding[]> {
  context.say('extraction alone');
  const extractionMs = await measureExtraction(context.source);
  const [ours] = summarise(await rounds(context, [OURS]), YARDSTICK);
  const what = 'CPU a page beyond extraction';
  if (ours === undefined) return [{ what, reason: 'no figures' }];
  const note = `${ours.cpuMsPerPage.toFixed(1)} ms, of which extraction alone ${extractionMs.toFixed(1)}`;
  const figure = ours.cpuMsPerPage - extractionMs;
  return [{ what, figure, unit: 'ms', goal: { atMost: CPU_BEYOND_EXTRACTION_MS }, note }];
}

function rounds({ site, sizes, say }: CheckContext, names: readonly string[]) {
  return runRounds(
    CONTENDERS.filter(({ name }) => names.includes(name)),
    {
      rounds: sizes.rounds,
      pagesPerRound: sizes.pagesPerRound,
      warmUpPages: Math.min(WARM_UP_PAGES, sizes.pagesPerRound),
      start: (name, count) => site.start(`check-${names.length}-${name}`, count),
      say,
    },
  );
}
