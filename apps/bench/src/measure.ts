import { type BenchPage, type Contender, YARDSTICK } from './contenders';
import { cpuMs, type Spread, spreadOf } from './stopwatch';

export interface Figure {
  name: string;
  /** CPU milliseconds per page. */
  cost: Spread;
  /** Total time relative to the yardstick's for the same pages. */
  ratio: number;
  failures: number;
  worstPage: string;
}

/** Milliseconds by page; undefined after an exception. */
type Costs = (number | undefined)[];

/**
 * Runs all contenders on all pages. In each round they process each page in turn, with a changing first one, so that
 * load and garbage affect all equally. `warmUpPages` are processed before and not counted.
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
    // Some contenders overflow the stack on deep pages, which is a result too.
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
