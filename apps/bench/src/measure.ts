import { type BenchPage, type Contender, YARDSTICK } from './contenders';
import { cpuMs, type Spread, spreadOf } from './stopwatch';

export interface Figure {
  name: string;
  /** CPU milliseconds a page. */
  cost: Spread;
  /** Of what the yardstick takes for the same pages, all in all. */
  ratio: number;
  /** Pages on which it threw. */
  failures: number;
  /** The page that took longest. */
  worstPage: string;
}

/** Milliseconds by page; undefined where the contender threw. */
type Costs = (number | undefined)[];

/**
 * All contenders on all pages in one run. In every round each page is given to one contender after the other, and who
 * begins changes from page to page: whatever else the machine does, and whatever garbage one leaves to the next, meets
 * all alike. `warmUpPages` are run first, from the beginning again when there are fewer, and not counted.
 */
export async function measure(
  pages: readonly BenchPage[],
  contenders: readonly Contender[],
  options: { rounds: number; warmUpPages: number },
): Promise<Figure[]> {
  const costs = new Map<string, Costs>();
  for (let count = 0; count < options.warmUpPages; count++) {
    const page = pages[count % pages.length] as BenchPage;
    for (const contender of contenders) await cost(contender, page);
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, page] of pages.entries()) {
      for (let turn = 0; turn < contenders.length; turn++) {
        const contender = contenders[(index + round + turn) % contenders.length] as Contender;
        for (const [name, ms] of await cost(contender, page)) add(costs, name, index, ms, options.rounds);
      }
    }
  }
  return [...costs].map(([name, byPage]) => summarise(name, byPage, costs.get(YARDSTICK) ?? [], pages));
}

async function cost(contender: Contender, page: BenchPage): Promise<[name: string, ms: number | undefined][]> {
  const from = cpuMs();
  try {
    const steps = await contender.run(page);
    const whole: [string, number] = [contender.name, cpuMs() - from];
    return [whole, ...[...(steps ?? [])].map(([step, ms]): [string, number] => [`${contender.name}: ${step}`, ms])];
  } catch (error) {
    // Some peers overflow the stack on deep pages; that is a figure too.
    if (!(error instanceof Error)) throw error;
    return [[contender.name, undefined]];
  }
}

function add(costs: Map<string, Costs>, name: string, page: number, ms: number | undefined, rounds: number): void {
  let byPage = costs.get(name);
  if (byPage === undefined) {
    byPage = [];
    costs.set(name, byPage);
  }
  byPage[page] = ms === undefined ? undefined : (byPage[page] ?? 0) + ms / rounds;
}

function summarise(name: string, byPage: Costs, yardstick: Costs, pages: readonly BenchPage[]): Figure {
  let own = 0;
  let other = 0;
  let worst = 0;
  for (const [index, ms] of byPage.entries()) {
    const measure = yardstick[index];
    if (ms === undefined || measure === undefined) continue;
    own += ms;
    other += measure;
    if (ms > (byPage[worst] ?? 0)) worst = index;
  }
  const known = byPage.filter((ms): ms is number => ms !== undefined);
  return {
    name,
    cost: spreadOf(known),
    ratio: own / other,
    failures: pages.length - known.length,
    worstPage: pages[worst]?.name ?? '',
  };
}
