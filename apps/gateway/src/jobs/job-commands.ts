import { Inject, Injectable } from '@nestjs/common';
import type { JobCommand } from '@orbweaver/contracts';
import type { Publisher } from '@orbweaver/messaging';
import { type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';

@Injectable()
export class JobCommands {
  constructor(
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** Never rejects. A lost command only adds delay: the frontier's sweep finds the job in the database. */
  async send(command: JobCommand): Promise<void> {
    try {
      await this.publisher.publish('jobCommands', command.jobId, command);
    } catch (error) {
      this.log.warn('command-not-sent', { command: command.type, jobId: command.jobId }, error);
    }
  }
}
