import { setTimeout as pause } from 'node:timers/promises';
import { calibrate } from './calibrate';
import { type Contender, type RunningContender, UnavailableContenderError } from './contenders/contender';
import { cpuByPart, pidsOf, readCpu } from './cpu-parts';
import { COUNTERS_LAG_MS, type CrawlCounters, countersPerPage } from './database-counters';
import { memoryMb } from './process-cpu';

export interface RoundResult {
  pages: number;
  pagesPerSecond: number;
  cpuMsPerPage: number;
  /** CPU milliseconds per page. */
  parts: Record<string, number>;
  /** Per page; undefined without a database. */
  counters?: CrawlCounters;
  /** Maximum memory during the crawl, sampled once a second. */
  peakMb: number;
  calibrationMs: number;
}

export interface ContenderResult {
  name: string;
  rounds: RoundResult[];
  /** Reason for missing figures. */
  leftOut?: string;
}

export interface RoundOptions {
  rounds: number;
  pagesPerRound: number;
  warmUpPages: number;
  /** The first page of a new site. */
  start(name: string, count: number): string;
  say(progress: string): void;
}

/** Share of pages that counts as complete: some tools miss links of real pages, e.g. relative to a `<base>`. */
const ENOUGH = 0.99;
const LOOK_MS = 1000;

interface Entrant {
  result: ContenderResult;
  running: RunningContender;
  enough: number;
}

/**
 * Starts all contenders, lets each crawl once to warm up, then runs rounds in which all crawl in turn, so that load
 * affects all equally. The first contender changes each round. A failing contender is omitted and reported.
 */
export async function runRounds(contenders: readonly Contender[], options: RoundOptions): Promise<ContenderResult[]> {
  const results = contenders.map(({ name }): ContenderResult => ({ name, rounds: [] }));
  const entrants: Entrant[] = [];
  try {
    for (const [index, contender] of contenders.entries()) {
      const result = results[index] as ContenderResult;
      options.say(`${contender.name}: start and warm-up`);
      await unlessLeftOut(result, async () => {
        const running = await contender.start();
        entrants.push({ result, running, enough: contender.enough ?? ENOUGH });
        await running.crawl(options.start(`warm-${index}`, options.warmUpPages), options.warmUpPages);
      });
    }
    for (let round = 0; round < options.rounds; round++) {
      const calibrationMs = calibrate();
      for (let turn = 0; turn < entrants.length; turn++) {
        const entrant = entrants[(turn + round) % entrants.length] as Entrant;
        if (entrant.result.leftOut !== undefined) continue;
        options.say(`round ${round + 1} of ${options.rounds}: ${entrant.result.name}`);
        const site = `r${round}-${contenders.findIndex(({ name }) => name === entrant.result.name)}`;
        await unlessLeftOut(entrant.result, async () => {
          const start = options.start(site, options.pagesPerRound);
          entrant.result.rounds.push(await runOne(entrant, start, options.pagesPerRound, calibrationMs));
        });
      }
    }
    return results;
  } finally {
    for (const { running } of entrants) await running.stop();
  }
}

async function unlessLeftOut(result: ContenderResult, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    result.leftOut = error instanceof UnavailableContenderError ? error.message : `failed: ${error.message}`;
  }
}

async function runOne(
  { running, enough }: Entrant,
  start: string,
  count: number,
  calibrationMs: number,
): Promise<RoundResult> {
  const countersBefore = await running.readCounters?.();
  const before = readCpu(running.roots);
  const fromMs = performance.now();
  let peakMb = 0;
  const look = () => {
    peakMb = Math.max(peakMb, memoryMb(pidsOf(running.roots)));
  };
  const looking = setInterval(look, LOOK_MS);
  const pages = await running.crawl(start, count).finally(() => clearInterval(looking));
  const seconds = (performance.now() - fromMs) / 1000;
  const after = readCpu(running.roots);
  look();
  if (pages < count * enough) throw new Error(`crawled ${pages} of ${count} pages`);
  const parts = [...cpuByPart(running.roots, before, after)].map(([part, ms]) => [part, ms / pages]);
  let counters: CrawlCounters | undefined;
  if (running.readCounters !== undefined && countersBefore !== undefined) {
    await pause(COUNTERS_LAG_MS);
    counters = countersPerPage(countersBefore, await running.readCounters(), pages);
  }
  return {
    pages,
    pagesPerSecond: pages / seconds,
    cpuMsPerPage: (after.totalMs - before.totalMs) / pages,
    parts: Object.fromEntries(parts),
    ...(counters === undefined ? {} : { counters }),
    peakMb,
    calibrationMs,
  };
}
