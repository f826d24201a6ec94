import type { DuePage } from '@orbweaver/persistence';

export interface JobTurn {
  jobId: string;
  teamId: string;
  room: number;
  teamRoom: number | null;
  /** Whether the job has a delay, so that it leases one page per host at a time. */
  delayed: boolean;
}

export interface ChosenPage {
  pageId: string;
  jobId: string;
}

/**
 * Distributes `free` leases: one page per team in turn, alternating among the jobs of a team, pages by due time. `turns`
 * are in fair order. Limits of jobs, teams and hosts apply.
 */
export function chooseLeases(
  turns: readonly JobTurn[],
  duePages: readonly DuePage[],
  options: { free: number; widthOf(host: string): number },
): ChosenPage[] {
  const hostRoom = new Map(duePages.map((page) => [page.host, options.widthOf(page.host) - page.hostLeased]));
  const pages = groupByJob(duePages);
  const paced = new Set<string>();
  const chosen: ChosenPage[] = [];
  let teams = groupByTeam(turns).map(({ room, jobs }) => ({
    room,
    jobs: jobs.map((turn) => ({ turn, room: turn.room, queue: pages.get(turn.jobId) ?? [] })),
  }));

  const takeFrom = (job: { turn: JobTurn; room: number; queue: DuePage[] }): boolean => {
    if (job.room <= 0) return false;
    const at = job.queue.findIndex(
      ({ host }) => (hostRoom.get(host) ?? 0) > 0 && !(job.turn.delayed && paced.has(host)),
    );
    const page = job.queue[at];
    if (page?.pageId == null) return false;
    job.queue.splice(at, 1);
    job.room -= 1;
    hostRoom.set(page.host, (hostRoom.get(page.host) ?? 0) - 1);
    if (job.turn.delayed) paced.add(page.host);
    chosen.push({ pageId: page.pageId, jobId: job.turn.jobId });
    return true;
  };

  while (chosen.length < options.free && teams.length > 0) {
    for (const team of teams) {
      if (chosen.length >= options.free) break;
      // A job without a page now has none later in this round.
      for (let job = team.jobs.shift(); job !== undefined; job = team.jobs.shift()) {
        if (!takeFrom(job)) continue;
        team.jobs.push(job);
        team.room -= 1;
        break;
      }
    }
    teams = teams.filter((team) => team.jobs.length > 0 && team.room > 0);
  }
  return chosen;
}

function groupByTeam(turns: readonly JobTurn[]): { room: number; jobs: JobTurn[] }[] {
  const teams = new Map<string, { room: number; jobs: JobTurn[] }>();
  for (const turn of turns) {
    const team = teams.get(turn.teamId) ?? { room: turn.teamRoom ?? Number.POSITIVE_INFINITY, jobs: [] };
    team.jobs.push(turn);
    teams.set(turn.teamId, team);
  }
  return [...teams.values()].filter((team) => team.room > 0);
}

function groupByJob(duePages: readonly DuePage[]): Map<string, DuePage[]> {
  const pages = new Map<string, DuePage[]>();
  for (const page of duePages) {
    if (page.pageId === null) continue;
    const list = pages.get(page.jobId);
    if (list === undefined) pages.set(page.jobId, [page]);
    else list.push(page);
  }
  for (const list of pages.values()) {
    list.sort((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0) || (a.ordinal ?? 0) - (b.ordinal ?? 0));
  }
  return pages;
}
