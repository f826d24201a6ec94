import { Inject, Injectable } from '@nestjs/common';
import {
  type Database,
  type DuePage,
  type LeasedPage,
  type LeaseTurn,
  leasePages,
  lockLimitedTeams,
  readDuePages,
  readLeaseTurns,
  tryLeasingLock,
} from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { CLOCK, type Clock } from '../clock';
import { type CompiledJob, CompiledJobs } from '../compiled-jobs';
import type { FrontierConfig } from '../frontier.config';
import { FrontierMetrics } from '../frontier-metrics';
import { chooseLeases, type JobTurn } from './choose-leases';
import { HostConcurrency } from './host-concurrency';

/** Jobs looked at in one round: those that waited longest. */
const MAX_TURNS = 200;
/** Hosts of a job looked at in one round; the next round goes on behind them. */
const MAX_HOSTS = 64;
/** However long a caller's delay, it holds up other jobs with a delay on the same host no longer than this. */
const MAX_PACE_MS = 60_000;

export interface LeaseRoundResult {
  leased: { page: LeasedPage; plan: CompiledJob }[];
  /** now: there may be more to lease. soon: somebody else held what could be leased. later: nothing to do. */
  next: 'now' | 'soon' | 'later';
}

/** One division of the free leases among the jobs whose turn it is, in one transaction. */
@Injectable()
export class LeaseRound {
  /** Where to look on among the hosts of jobs that have many. */
  private readonly cursors = new Map<string, string>();
  /** Jobs in front whose pages may not be visited now must not hide those behind them for ever. */
  private skippedTurns = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: FrontierConfig,
    @Inject(LOG) private readonly log: EventLog,
    private readonly plans: CompiledJobs,
    private readonly hosts: HostConcurrency,
    private readonly metrics: FrontierMetrics,
  ) {}

  async run(): Promise<LeaseRoundResult> {
    const found = await this.database.$transaction(async (transaction) => {
      if (!(await tryLeasingLock(transaction))) return 'soon';
      await lockLimitedTeams(transaction);
      const now = this.clock();
      const turns = await readLeaseTurns(transaction, { now, limit: MAX_TURNS, skip: this.skippedTurns });
      const hasMoreTurns = turns.length === MAX_TURNS;
      const free = this.config.FRONTIER_MAX_LEASED - (turns[0]?.allLeased ?? 0);
      this.skippedTurns = hasMoreTurns ? this.skippedTurns + MAX_TURNS : 0;
      if (free <= 0 || turns.length === 0) return 'later';
      const plans = await this.findPlans(turns);
      const jobs = turns.flatMap((turn) => this.turnOf(turn, plans.get(turn.jobId), free));
      if (jobs.length === 0) return hasMoreTurns ? 'soon' : 'later';
      const maxPerHost = this.config.FRONTIER_MAX_PER_HOST;
      // Twice the even share: what one job cannot use another may, and the next round comes at once.
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
      const lookOn = this.moveCursors(jobs, duePages) || hasMoreTurns;
      const chosen = chooseLeases(jobs, duePages, { free, widthOf: (host) => this.hosts.of(host) });
      if (chosen.length === 0) return lookOn ? 'soon' : 'later';
      // The fair order begins anew with every lease.
      this.skippedTurns = 0;
      const pages = chosen.map((page) => ({ ...page, leaseUntil: this.leaseUntil(now, plans.get(page.jobId)) }));
      const leased = await leasePages(transaction, { pages, now, maxPaceMs: MAX_PACE_MS });
      const mayHaveMore = free > leased.length && (lookOn || jobs.some((job) => job.room > share));
      return { leased, plans, next: leased.length < chosen.length ? 'soon' : mayHaveMore ? 'now' : 'later' } as const;
    });
    if (typeof found === 'string') return { leased: [], next: found };
    const leased = found.leased.flatMap((page) => {
      const plan = found.plans.get(page.jobId);
      return plan === undefined ? [] : [{ page, plan }];
    });
    for (const { page } of leased) this.metrics.waited(page.waitedMs);
    return { leased, next: found.next };
  }

  private async findPlans(turns: readonly LeaseTurn[]): Promise<Map<string, CompiledJob>> {
    const plans = new Map<string, CompiledJob>();
    for (const { jobId } of turns) {
      try {
        const plan = await this.plans.find(jobId);
        if (plan !== undefined) plans.set(jobId, plan);
      } catch (error) {
        // One job that cannot be read must not keep the others from being visited.
        await this.plans.within(jobId, () => this.log.error('job-unreadable', { jobId }, error));
      }
    }
    return plans;
  }

  private turnOf(turn: LeaseTurn, plan: CompiledJob | undefined, free: number): JobTurn[] {
    if (plan === undefined) return [];
    const delayed = turn.delayMs !== null;
    const wanted = Math.min(
      free,
      turn.queued,
      (turn.maxConcurrency ?? Number.POSITIVE_INFINITY) - turn.leased,
      delayed ? 1 : Number.POSITIVE_INFINITY,
    );
    plan.window.noteDemand(turn.leased + wanted);
    const room = Math.min(wanted, plan.window.size - turn.leased);
    if (room <= 0) return [];
    return [{ jobId: turn.jobId, teamId: turn.teamId, room, teamRoom: turn.teamRoom, delayed }];
  }

  /** Answers whether a job has hosts that were not looked at: in front of where this round began. */
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

  private leaseUntil(now: Date, plan: CompiledJob | undefined): Date {
    return new Date(now.getTime() + (plan?.deadlineMs ?? 0) + this.config.FRONTIER_LEASE_ALLOWANCE);
  }
}
