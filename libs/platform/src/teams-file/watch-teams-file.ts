import { setTimeout as delay } from 'node:timers/promises';
import { applyTeams, type Database, isStoreUnavailable, processActor, type TeamChange } from '@orbweaver/persistence';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { type ReadTeamsFile, readTeamsFile } from './read-teams-file';

/** Kubernetes updates mounted files within a minute or two. */
const POLL_INTERVAL_MS = 5000;

const actor = processActor('teams-file');

interface Surroundings {
  file: string;
  environment: NodeJS.ProcessEnv;
  database: Database;
  logger: Logger;
  metrics: Registry;
}

/** Applies TEAMS_FILE at start and whenever its content changes. */
export class TeamsFileWatch {
  private applied?: string;
  private refused?: string;
  private hasFailed = false;

  constructor(private readonly surroundings: Surroundings) {
    const watch = this;
    new Gauge({
      name: 'orbweaver_teams_file_failed',
      help: '1 if the current content of TEAMS_FILE could not be applied; teams and keys are then unchanged',
      registers: [surroundings.metrics],
      collect() {
        this.set(Number(watch.hasFailed));
      },
    });
  }

  /** @throws ConfigError for an invalid file, StoreUnavailableError */
  async apply(): Promise<void> {
    const { file, environment } = this.surroundings;
    await this.applyRead(readTeamsFile(file, environment));
  }

  async watch(stopping: AbortSignal, intervalMs = POLL_INTERVAL_MS): Promise<void> {
    while (!stopping.aborted) {
      await delay(intervalMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      if (!stopping.aborted) await this.applyIfChanged();
    }
  }

  private async applyIfChanged(): Promise<void> {
    const { file, environment, logger } = this.surroundings;
    try {
      const read = readTeamsFile(file, environment);
      if (read.hash !== this.applied) await this.applyRead(read);
      this.hasFailed = false;
      this.refused = undefined;
    } catch (error) {
      this.hasFailed = true;
      const reason = error instanceof Error ? error.message : String(error);
      // Repeated at the next poll; logged once per cause.
      if (reason === this.refused) return;
      this.refused = reason;
      const cause = isStoreUnavailable(error) ? 'database' : 'file';
      logger.error({ file, reason, cause }, 'teams-file-not-applied');
    }
  }

  private async applyRead({ declared, hash }: ReadTeamsFile): Promise<void> {
    const { file, database, logger } = this.surroundings;
    const changes = await applyTeams(database, actor, declared);
    this.applied = hash;
    const isConflict = ({ kind }: TeamChange) => kind === 'conflict';
    for (const conflict of changes.filter(isConflict)) {
      if (conflict.kind === 'conflict') {
        const { team, key, reason } = conflict;
        logger.warn({ file, team, key, reason }, 'teams-file-conflict');
      }
    }
    logger.info({ file, changes: changes.filter((change) => !isConflict(change)).length }, 'teams-file-applied');
  }
}
