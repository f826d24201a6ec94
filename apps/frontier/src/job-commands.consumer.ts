import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type JobCommand, topics } from '@orbweaver/contracts';
import { JobCanceller } from './jobs/job-canceller';
import { JobStarter } from './jobs/job-starter';

/** Commands of the gateway, in order per job. Each may be repeated. */
@Controller()
export class JobCommandsConsumer {
  constructor(
    private readonly starter: JobStarter,
    private readonly canceller: JobCanceller,
  ) {}

  @EventPattern(topics.jobCommands.name)
  handle(@Payload() command: JobCommand): Promise<void> {
    switch (command.type) {
      case 'StartJob':
        return this.starter.start(command.jobId);
      case 'AppendToJob':
        return this.starter.takeUrlLists(command.jobId);
      case 'CancelJob':
        return this.canceller.cancel(command.jobId);
    }
  }
}
