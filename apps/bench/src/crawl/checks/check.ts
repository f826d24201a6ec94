import type { PageSource, RunningSite } from '../start-site';

/** One goal beside its figure. */
export interface GoalFigure {
  what: string;
  figure: number;
  unit: string;
  /** The figure has to lie on this side of the goal. */
  goal: { atLeast: number } | { atMost: number };
  /** What the figure is made of. */
  note?: string;
}

/** What could not be measured here, and why. */
export interface NotMeasured {
  what: string;
  reason: string;
}

export type Finding = GoalFigure | NotMeasured;

interface CheckSizes {
  rounds: number;
  pagesPerRound: number;
  renderedPages: number;
  /** Of one crawl whose first thousandth and last thousandth are compared; a tenth of it is compared. */
  longCrawlPages: number;
  /** Crawls of one service, one after the other. */
  crawls: number;
  /** Scrapes measured. */
  scrapes: number;
  /** URLs of the batch of many hosts. */
  manyHostsUrls: number;
  /** Between the end of a crawl and the look at memory. */
  restMs: number;
  /** How long all kinds of work go on at once. */
  mixedLoadMs: number;
}

export interface CheckContext {
  site: RunningSite;
  source: PageSource;
  sizes: CheckSizes;
  say(progress: string): void;
}

/** Measures one or several goals on services of its own. */
export interface Check {
  name: string;
  run(context: CheckContext): Promise<Finding[]>;
}

export function isMet({ figure, goal }: GoalFigure): boolean {
  return 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;
}
