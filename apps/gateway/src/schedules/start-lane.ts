import { type ClaimedRun, claimDueRuns, type Database, type RunClaim } from '@orbweaver/persistence';

/** Longer than a start takes. A dead gateway delays its runs by this time. */
const CLAIM_MS = 60_000;
const AT_ONCE = 20;
/** A team whose starts are slow leaves the other slots to other teams. */
const PER_TEAM = 5;

/** Starts runs of one kind of work concurrently, in turn by team. */
export class StartLane {
  private readonly busy = new Map<string, number>();
  private readonly starts = new Set<Promise<void>>();

  /** @param onFree called when a start ends, because another run may wait for its slot */
  constructor(
    private readonly work: RunClaim['work'],
    private readonly start: (run: ClaimedRun) => Promise<void>,
    private readonly onFree: () => void,
  ) {}

  /** Does not wait for the starts. */
  async fill(database: Database): Promise<void> {
    const limit = AT_ONCE - this.starts.size;
    if (limit === 0) return;
    const { work, busy } = this;
    for (const run of await claimDueRuns(database, { work, forMs: CLAIM_MS, limit, perTeam: PER_TEAM, busy })) {
      this.count(run.teamId, 1);
      const started = this.start(run).finally(() => {
        this.starts.delete(started);
        this.count(run.teamId, -1);
        this.onFree();
      });
      this.starts.add(started);
    }
  }

  async drain(): Promise<void> {
    await Promise.all(this.starts);
  }

  private count(teamId: string, change: number): void {
    const count = (this.busy.get(teamId) ?? 0) + change;
    if (count === 0) this.busy.delete(teamId);
    else this.busy.set(teamId, count);
  }
}
