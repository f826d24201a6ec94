import { setTimeout as delay } from 'node:timers/promises';
import {
  applyTeams,
  type Database,
  type DeclaredTeams,
  digestOfTeams,
  isStoreUnavailable,
  processActor,
  type TeamChange,
} from '@orbweaver/persistence';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { ConfigError } from '../config/config';
import { FilesRead, readTeamsFile } from './read-teams-file';

/** Kubernetes updates mounted files within a minute or two. */
const POLL_INTERVAL_MS = 5000;

/** Another gateway may have read a newer file in the meantime, whose keys must not be revoked. */
const PRUNE_AFTER_MS = 60_000;

const actor = processActor('teams-file');

interface Surroundings {
  file: string;
  environment: NodeJS.ProcessEnv;
  database: Database;
  logger: Logger;
  metrics: Registry;
  /** Whether no other process uses the database, so that there are no older copies of the file. */
  isAlone?: boolean;
  /** Time that the file must be unchanged before it removes keys and teams. */
  pruneAfterMs?: number;
}

/** Applies TEAMS_FILE at start and whenever its content changes. */
export class TeamsFileWatch {
  /** Absent until their content is applied or refused. */
  private files: FilesRead | undefined;
  /** The content that prunes from `atMs` on, if it is unchanged. */
  private pruning: { declared: DeclaredTeams; atMs: number } | undefined;
  /** Digest of the content that was read last. */
  private digest: string | undefined;
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
    await this.applyRead();
  }

  async watch(stopping: AbortSignal, intervalMs = POLL_INTERVAL_MS): Promise<void> {
    while (!stopping.aborted) {
      await delay(intervalMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      if (!stopping.aborted) await this.applyIfChanged();
    }
  }

  private async applyIfChanged(): Promise<void> {
    const { file, logger } = this.surroundings;
    try {
      if (!this.files?.areUnchanged()) await this.applyRead();
      else if (this.pruning !== undefined && performance.now() >= this.pruning.atMs)
        await this.prune(this.pruning.declared);
      else return;
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

  private async applyRead(): Promise<void> {
    const { file, environment, pruneAfterMs = PRUNE_AFTER_MS } = this.surroundings;
    const files = new FilesRead();
    this.files = undefined;
    this.pruning = undefined;
    let declared: DeclaredTeams;
    try {
      declared = readTeamsFile(file, environment, files);
    } catch (error) {
      // Invalid until a file changes.
      if (error instanceof ConfigError) this.files = files;
      throw error;
    }
    const { isAlone = false } = this.surroundings;
    const source = isAlone ? ({ from: 'command' } as const) : ({ from: 'file', replaces: this.digest } as const);
    const isApplied = await this.applyDeclared(declared, { source, prune: false });
    this.digest = digestOfTeams(declared);
    this.files = files;
    this.hasFailed = !isApplied;
    if (declared.prune && isApplied) this.pruning = { declared, atMs: performance.now() + pruneAfterMs };
  }

  private async prune(declared: DeclaredTeams): Promise<void> {
    this.hasFailed = !(await this.applyDeclared(declared, { source: { from: 'pruning' } }));
    this.pruning = undefined;
  }

  private async applyDeclared(declared: DeclaredTeams, options: Parameters<typeof applyTeams>[3]): Promise<boolean> {
    const { file, database, logger } = this.surroundings;
    const application = await applyTeams(database, actor, declared, options);
    if (application.kind === 'refused') {
      logger.warn({ file, reason: application.reason }, 'teams-file-refused');
      return false;
    }
    const { changes } = application;
    const isConflict = ({ kind }: TeamChange) => kind === 'conflict';
    for (const conflict of changes.filter(isConflict)) {
      if (conflict.kind === 'conflict') {
        const { team, key, reason } = conflict;
        logger.warn({ file, team, key, reason }, 'teams-file-conflict');
      }
    }
    logger.info({ file, changes: changes.filter((change) => !isConflict(change)).length }, 'teams-file-applied');
    return true;
  }
}
