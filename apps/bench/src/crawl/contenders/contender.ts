import type { CrawlCounters } from '../database-counters';

/** A process that belongs to a contender, by the part that it is. Its children count with it. */
export interface ContenderRoot {
  part: string;
  pid: number;
  /** A process of Node.js, whose threads are told apart. */
  isNode: boolean;
}

/** Something that crawls a site, and whose CPU time can be read meanwhile. */
export interface RunningContender {
  roots: ContenderRoot[];
  /** Resolves with the number of pages when all are there. */
  crawl(start: string, count: number): Promise<number>;
  /** What its database has counted since it began; undefined without a database. */
  readCounters?(): Promise<CrawlCounters>;
  stop(): Promise<void>;
}

export interface Contender {
  name: string;
  does: string;
  leavesOut: string;
  /** The share of the pages that makes a round; a lower one, where real pages lead a browser to where nothing is. */
  enough?: number;
  /** Rejects with UnavailableContenderError when this machine cannot run it. */
  start(): Promise<RunningContender>;
}

/** What this machine lacks for a contender. It is left out, and the message says why. */
export class UnavailableContenderError extends Error {
  override readonly name = 'UnavailableContenderError';
}
