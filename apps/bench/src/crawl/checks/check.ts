import type { PageSource, RunningSite } from '../start-site';

/** A figure with its goal. */
export interface GoalFigure {
  what: string;
  figure: number;
  unit: string;
  goal: { atLeast: number } | { atMost: number };
  /** Details of the figure. */
  note?: string;
}

/** A figure that could not be measured, with the reason. */
export interface NotMeasured {
  what: string;
  reason: string;
}

export type Finding = GoalFigure | NotMeasured;

interface CheckSizes {
  rounds: number;
  pagesPerRound: number;
  renderedPages: number;
  /** Pages of the crawl whose first and last tenth are compared. */
  longCrawlPages: number;
  /** Consecutive crawls of one service. */
  crawls: number;
  scrapes: number;
  manyHostsUrls: number;
  /** Pause between a crawl and the measurement of memory. */
  restMs: number;
  /** Duration of the mixed load. */
  mixedLoadMs: number;
}

export interface CheckContext {
  site: RunningSite;
  source: PageSource;
  sizes: CheckSizes;
  say(progress: string): void;
}

/** Measures goals on its own services. */
export interface Check {
  name: string;
  run(context: CheckContext): Promise<Finding[]>;
}

export function isMet({ figure, goal }: GoalFigure): boolean {
  return 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;
}
