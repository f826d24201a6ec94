import { setTimeout as delay } from 'node:timers/promises';
import {
  applyTeams,
  applyTeamsFile,
  type Database,
  type DeclaredTeams,
  isStoreUnavailable,
  processActor,
  pruneTeams,
  readLastTeamsDigest,
  type TeamChange,
  type TeamsApplication,
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
  /** An older copy, which is current again when another process applies its content. */
  private refused: DeclaredTeams | undefined;
  private loggedReason: string | undefined;
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
      else if (this.refused !== undefined) await this.acceptIfCurrent(this.refused);
      else if (this.pruning !== undefined && performance.now() >= this.pruning.atMs)
        await this.prune(this.pruning.declared);
      else return;
      this.loggedReason = undefined;
    } catch (error) {
      this.hasFailed = true;
      const reason = error instanceof Error ? error.message : String(error);
      // Repeated at the next poll; logged once per cause.
      if (reason === this.loggedReason) return;
      this.loggedReason = reason;
      const cause = isStoreUnavailable(error) ? 'database' : 'file';
      logger.error({ file, reason, cause }, 'teams-file-not-applied');
    }
  }

  private async applyRead(): Promise<void> {
    const { file, environment, database, isAlone = false } = this.surroundings;
    const files = new FilesRead();
    this.files = undefined;
    this.pruning = undefined;
    this.refused = undefined;
    let declared: DeclaredTeams;
    try {
      declared = readTeamsFile(file, environment, files);
    } catch (error) {
      // Invalid until a file changes.
      if (error instanceof ConfigError) this.files = files;
      throw error;
    }
    const kept = { ...declared, prune: false };
    const application: TeamsApplication = isAlone
      ? { kind: 'applied', changes: await applyTeams(database, actor, kept) }
      : await applyTeamsFile(database, actor, kept, this.digest);
    this.digest = declared.digest;
    this.files = files;
    if (this.noteApplication(declared, application)) this.schedulePruning(declared);
  }

  private async acceptIfCurrent(declared: DeclaredTeams): Promise<void> {
    const { file, database, logger } = this.surroundings;
    if ((await readLastTeamsDigest(database)) !== declared.digest) return;
    this.refused = undefined;
    this.hasFailed = false;
    logger.info({ file }, 'teams-file-current');
    this.schedulePruning(declared);
  }

  private schedulePruning(declared: DeclaredTeams): void {
    const { pruneAfterMs = PRUNE_AFTER_MS } = this.surroundings;
    if (declared.prune) this.pruning = { declared, atMs: performance.now() + pruneAfterMs };
  }

  private async prune(declared: DeclaredTeams): Promise<void> {
    this.noteApplication(declared, await pruneTeams(this.surroundings.database, actor, declared));
    this.pruning = undefined;
  }

  /** Whether the content is applied. */
  private noteApplication(declared: DeclaredTeams, application: TeamsApplication): boolean {
    const { file, logger } = this.surroundings;
    this.hasFailed = application.kind === 'refused';
    if (application.kind === 'refused') {
      this.refused = declared;
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
