import { redactError } from '@orbweaver/core';
import type { Logger } from 'pino';

/** npm forwards a Ctrl-C that the terminal has already sent to its child. */
const SAME_SIGNAL_MS = 1000;
const EXIT_INTERRUPTED = 130;

/**
 * Ends the process on SIGINT, SIGTERM, SIGHUP or an unrecoverable fault, once and with the highest requested status. A
 * second signal exits immediately.
 */
export class ProcessEnd {
  private status = 0;
  private begunAt: number | undefined;

  constructor(
    private readonly logger: Logger,
    /** Must settle. A rejection means that something could not be closed. */
    private readonly close: () => Promise<void>,
    /** Whether the process may continue after this unhandled rejection. */
    private readonly survives: (rejection: unknown) => boolean = () => false,
  ) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.onSignal(signal));
    process.on('unhandledRejection', (rejection) => this.onRejection(rejection));
    process.on('uncaughtException', this.fail);
  }

  readonly fail = (error: unknown): void => {
    // Faults during closing must not interrupt it.
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
    // The error may contain the URL of a page with zeroDataRetention.
    if (this.survives(rejection)) this.logger.error({ err: redactError(rejection) }, 'rejection-unawaited');
    else this.fail(rejection);
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.begunAt !== undefined && Date.now() - this.begunAt > SAME_SIGNAL_MS) process.exit(EXIT_INTERRUPTED);
    void this.begin(signal, 0);
  }
}
