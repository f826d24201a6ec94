import { redactError } from '@orbweaver/core';
import type { Logger } from 'pino';

/** npm passes on a Ctrl-C that the terminal has already sent to its child: both are one. */
const SAME_SIGNAL_MS = 1000;
const EXIT_INTERRUPTED = 130;

/**
 * The one way in which a process ends: on SIGINT, SIGTERM and SIGHUP (its terminal was closed), and on a fault that
 * cannot be repaired from inside. It ends once, with the worst status that was requested; a later signal does not wait.
 */
export class ProcessEnd {
  private status = 0;
  private begunAt: number | undefined;

  constructor(
    private readonly logger: Logger,
    /** Closes everything. Rejects when that failed; must not take for ever. */
    private readonly close: () => Promise<void>,
    /** Whether a rejection that nothing awaited leaves the process sound. */
    private readonly survives: (rejection: unknown) => boolean = () => false,
  ) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.onSignal(signal));
    process.on('unhandledRejection', (rejection) => this.onRejection(rejection));
    process.on('uncaughtException', this.fail);
  }

  readonly fail = (error: unknown): void => {
    // A fault during closing must not keep the rest from being closed.
    this.logger.fatal({ err: error }, 'process-failed');
    void this.begin('failure', 1);
  };

  async begin(reason: string, status: number): Promise<void> {
    this.status = Math.max(this.status, status);
    if (this.begunAt !== undefined) return;
    this.begunAt = Date.now();
    this.logger.info({ reason }, 'stopping');
    try {
      await this.close();
      this.logger.info('stopped');
    } catch (error) {
      this.logger.error({ err: error }, 'stop-failed');
      this.status = Math.max(this.status, 1);
    }
    process.exit(this.status);
  }

  private onRejection(rejection: unknown): void {
    // The error may be about a page with zeroDataRetention and name its URL.
    if (this.survives(rejection)) this.logger.error({ err: redactError(rejection) }, 'rejection-unawaited');
    else this.fail(rejection);
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.begunAt !== undefined && Date.now() - this.begunAt > SAME_SIGNAL_MS) process.exit(EXIT_INTERRUPTED);
    void this.begin(signal, 0);
  }
}
