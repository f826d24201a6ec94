import type { CrawlCounters } from '../database-counters';

/** A process of a contender, with the name of its part. Its children count with it. */
export interface ContenderRoot {
  part: string;
  pid: number;
  /** A Node.js process, whose threads are measured separately. */
  isNode: boolean;
}

/** A running crawler whose CPU time can be read. */
export interface RunningContender {
  roots: ContenderRoot[];
  /** Resolves with the number of pages after the crawl. */
  crawl(start: string, count: number): Promise<number>;
  /** Counters of its database since its start; undefined without a database. */
  readCounters?(): Promise<CrawlCounters>;
  stop(): Promise<void>;
}

export interface Contender {
  name: string;
  does: string;
  leavesOut: string;
  /** Share of pages that counts as complete. Lower for browsers, which some real pages redirect to missing targets. */
  enough?: number;
  /** Rejects with UnavailableContenderError when this machine cannot run it. */
  start(): Promise<RunningContender>;
}

/** A dependency of a contender is missing. The contender is omitted, and the message states the reason. */
export class UnavailableContenderError extends Error {
  override readonly name = 'UnavailableContenderError';
}
