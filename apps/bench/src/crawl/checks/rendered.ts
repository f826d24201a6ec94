import { BARE_CLUSTER, OURS_RENDERED, renderedContenders } from '../contenders/rendered';
import { runRounds } from '../rounds';
import { ratioOf } from '../summary';
import type { Check } from './check';

const CONCURRENCY = 4;
const WARM_UP_PAGES = 8;

/** Rendered pages per second relative to puppeteer-cluster. */
export const rendered: Check = {
  name: 'rendered',
  run: async ({ site, sizes, say }) => {
    const results = await runRounds(renderedContenders(CONCURRENCY), {
      rounds: sizes.rounds,
      pagesPerRound: sizes.renderedPages,
      warmUpPages: WARM_UP_PAGES,
      start: (name, count) => site.start(`check-rendered-${name}`, count),
      say,
    });
    const what = `rendered pages per second over bare ${BARE_CLUSTER}, ${CONCURRENCY} concurrent`;
    const figure = ratioOf(results, 'pagesPerSecond', [OURS_RENDERED, BARE_CLUSTER]);
    if (figure !== undefined) return [{ what, figure, unit: '×', goal: { atLeast: 0.9 } }];
    return [{ what, reason: results.find(({ leftOut }) => leftOut)?.leftOut ?? 'no figures' }];
  },
};
