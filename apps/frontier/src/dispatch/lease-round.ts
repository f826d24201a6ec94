import { Inject, Injectable } from '@nestjs/common';
import { type Clock, PoisonedInputError } from '@orbweaver/core';
import {
  type Database,
  type DuePage,
  type LeasedPage,
  type LeaseTurn,
  leasePages,
  lockLimitedTeams,
  readDuePages,
  readLeaseTurns,
  type Transaction,
  tryLeasingLock,
} from '@orbweaver/persistence';
import { CLOCK, CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { FrontierConfig } from '../frontier.config';
import { FrontierMetrics } from '../frontier-metrics';
import { type CompiledJob, CompiledJobs } from '../jobs/compiled-jobs';
import { HostConcurrency } from '../pace/host-concurrency';
import { chooseLeases, type JobTurn } from './choose-leases';

const MAX_TURNS = 200;
/** Maximum number of hosts of a job per round. The next round continues after them. */
const MAX_HOSTS = 64;
/** A job whose cursor is evicted starts at its first host again. */
const MAX_CURSORS = 10 * MAX_TURNS;
/** Maximum time that the delay of one job blocks jobs with a delay on the same host. */
const MAX_PACE_MS = 60_000;

export interface LeaseRoundResult {
  leased: { page: LeasedPage; compiled: CompiledJob }[];
  /** now: more pages may be due. soon: another frontier held the locks. later: nothing to do. */
  next: 'now' | 'soon' | 'later';
}

@Injectable()
export class LeaseRound {
  /** For jobs with many hosts: the host after which the next round continues. */
  private readonly cursors = new LRUCache<string, string>({ max: MAX_CURSORS });
  /** Number of jobs at the front to skip, because none of their pages is due. */
  private skippedTurns = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: FrontierConfig,
    @Inject(LOG) private readonly log: EventLog,
    private readonly compiledJobs: CompiledJobs,
    private readonly hosts: HostConcurrency,
    private readonly metrics: FrontierMetrics,
  ) {}

  async run(): Promise<LeaseRoundResult> {
    const found = await this.database.$transaction(async (transaction) => {
      if (!(await tryLeasingLock(transaction))) return 'soon';
      const now = this.clock();
      const [, turns] = await Promise.all([
        lockLimitedTeams(transaction),
        readLeaseTurns(transaction, { now, limit: MAX_TURNS, skip: this.skippedTurns }),
      ]);
      const hasMoreTurns = turns.length === MAX_TURNS;
      const free = this.config.FRONTIER_MAX_LEASED - (turns[0]?.allLeased ?? 0);
      this.skippedTurns = hasMoreTurns ? this.skippedTurns + MAX_TURNS : 0;
      if (free <= 0 || turns.length === 0) return 'later';
      const compiledJobs = await this.findCompiled(transaction, turns);
      const jobs = turns.flatMap((turn) => this.turnOf(turn, compiledJobs.get(turn.jobId), free));
      if (jobs.length === 0) return hasMoreTurns ? 'soon' : 'later';
      const maxPerHost = this.config.FRONTIER_MAX_PER_HOST;
      // Twice the even share: another job may use the rest, and the next round follows at once.
      const share = Math.ceil((2 * free) / jobs.length);
      const duePages = await readDuePages(transaction, {
        jobs: jobs.map(({ jobId, room, delayed }) => ({
          jobId,
          take: Math.min(room, share),
          afterHost: this.cursors.get(jobId) ?? '',
          delayed,
        })),
        maxPerHost,
        maxHosts: MAX_HOSTS,
        now,
      });
      const hasMore = this.moveCursors(jobs, duePages) || hasMoreTurns;
      const chosen = chooseLeases(jobs, duePages, { free, widthOf: (host) => this.hosts.of(host) });
      if (chosen.length === 0) return hasMore ? 'soon' : 'later';
      // Every lease restarts the fair order.
      this.skippedTurns = 0;
      const pages = chosen.map((page) => ({ ...page, leaseUntil: this.leaseUntil(now, compiledJobs.get(page.jobId)) }));
      const leased = await leasePages(transaction, { pages, now, maxPaceMs: MAX_PACE_MS });
      const mayHaveMore = free > leased.length && (hasMore || jobs.some((job) => job.room > share));
      return {
        leased,
        compiledJobs,
        next: leased.length < chosen.length ? 'soon' : mayHaveMore ? 'now' : 'later',
      } as const;
    });
    if (typeof found === 'string') return { leased: [], next: found };
    const leased = found.leased.flatMap((page) => {
      const compiled = found.compiledJobs.get(page.jobId);
      return compiled === undefined ? [] : [{ page, compiled }];
    });
    for (const { page, compiled } of leased) {
      compiled.window.noteLeased(compiled.window.leased + 1);
      this.metrics.waited(page.waitedMs);
    }
    return { leased, next: found.next };
  }

  private async findCompiled(transaction: Transaction, turns: readonly LeaseTurn[]): Promise<Map<string, CompiledJob>> {
    const found = new Map<string, CompiledJob>();
    for (const { jobId } of turns) {
      try {
        const compiled = await this.compiledJobs.find(jobId, transaction);
        if (compiled !== undefined) found.set(jobId, compiled);
      } catch (error) {
        if (!(error instanceof PoisonedInputError)) throw error;
        // One unreadable job must not block the others.
        await this.compiledJobs.within(jobId, () => this.log.error('job-unreadable', { jobId }, error));
      }
    }
    return found;
  }

  private turnOf(turn: LeaseTurn, compiled: CompiledJob | undefined, free: number): JobTurn[] {
    if (compiled === undefined) return [];
    const delayed = turn.delayMs !== null;
    const wanted = Math.min(
      free,
      turn.queued,
      (turn.maxConcurrency ?? Number.POSITIVE_INFINITY) - turn.leased,
      delayed ? 1 : Number.POSITIVE_INFINITY,
    );
    compiled.window.noteDemand(turn.leased + wanted);
    compiled.window.noteLeased(turn.leased);
    const room = Math.min(wanted, compiled.window.size - turn.leased);
    if (room <= 0) return [];
    return [{ jobId: turn.jobId, teamId: turn.teamId, room, teamRoom: turn.teamRoom, delayed }];
  }

  /** Moves the cursors. @returns whether a job has hosts before the start of this round, which were not read */
  private moveCursors(jobs: readonly JobTurn[], duePages: readonly DuePage[]): boolean {
    let wrapped = false;
    const hosts = new Map<string, { last: string; seen: number }>();
    for (const { jobId, host } of duePages) {
      const known = hosts.get(jobId);
      if (known?.last !== host) hosts.set(jobId, { last: host, seen: (known?.seen ?? 0) + 1 });
    }
    for (const { jobId } of jobs) {
      const looked = hosts.get(jobId);
      if (looked !== undefined && looked.seen >= MAX_HOSTS) this.cursors.set(jobId, looked.last);
      else wrapped = this.cursors.delete(jobId) || wrapped;
    }
    return wrapped;
  }

  private leaseUntil(now: Date, compiled: CompiledJob | undefined): Date {
    return new Date(now.getTime() + (compiled?.deadlineMs ?? 0) + this.config.FRONTIER_LEASE_ALLOWANCE);
  }
}
