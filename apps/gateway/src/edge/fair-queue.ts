import { Injectable } from '@nestjs/common';
import { Mutex, Semaphore, withTimeout } from 'async-mutex';
import { ApiError } from '../errors/api-error';

/** One less than InputThreads has, which is reserved for previews. */
const AT_ONCE = 2;
const MAX_WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

interface Team {
  mutex: Mutex;
  tasks: number;
}

/** Fair queue for slow work on input. Each team runs one task at a time and waits for at most one task of each other team. */
@Injectable()
export class FairQueue {
  private readonly teams = new Map<string, Team>();
  private readonly all = new Semaphore(AT_ONCE);

  /** @throws ApiError 503 when the task does not start in time */
  async run<T>(teamId: string, work: () => Promise<T>): Promise<T> {
    const team = this.teams.get(teamId) ?? { mutex: new Mutex(), tasks: 0 };
    this.teams.set(teamId, team);
    team.tasks += 1;
    try {
      const deadline = performance.now() + MAX_WAIT_MS;
      const leftMs = () => Math.max(1, deadline - performance.now());
      const inTeam = withTimeout(team.mutex, leftMs(), overloaded());
      return await inTeam.runExclusive(() => withTimeout(this.all, leftMs(), overloaded()).runExclusive(work));
    } finally {
      team.tasks -= 1;
      if (team.tasks === 0) this.teams.delete(teamId);
    }
  }
}

const overloaded = () =>
  new ApiError(
    503,
    `The request waited ${MAX_WAIT_MS / 1000} s for its schemas and patterns to be checked. Send fewer requests at once, or retry after ${RETRY_AFTER_SECONDS} s.`,
    { code: 'SERVICE_OVERLOADED', headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
  );
