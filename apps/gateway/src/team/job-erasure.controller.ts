import { Controller, Delete, Get, Inject, Param } from '@nestjs/common';
import { type Actor, type Caller, type Database, readErasure, requestErasure } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { Authenticated, CurrentCaller } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { Operation } from '../edge/operation';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { answerErasure, describeErasure } from '../jobs/answer-erasure';
import { ErasureAnswer, erasedExample, erasingExample } from '../wire/erasure';

@Controller('v2/jobs/:id')
@Authenticated()
export class JobErasureController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Delete('documents')
  @Operation({
    summary: 'Erase the documents of an ended job',
    description:
      'Also erases URLs, errors, and copies in the page cache and in the history of change tracking. From the response on, no page of the job can be read; captures in the page cache are deleted within seconds. Cannot be undone: export before. Repeated requests get the state of the first. Needs the right `crawl`.',
    tag: 'team',
    isExtension: true,
    answer: { schema: ErasureAnswer, example: erasingExample },
    status: 202,
    errors: { ...unknownResource('job'), 409: 'The job is running' },
  })
  async erase(@CurrentCaller() { teamId }: Caller, @CurrentActor() actor: Actor, @Param('id') id: string) {
    return answerErasure(await requestErasure(this.database, actor, { jobId: readPathId('job', id), teamId }), id);
  }

  @Get('erasure')
  @Operation({
    summary: 'Get the proof of an erasure',
    description: 'Counts of what was erased, final when `status` is `erased`. Kept after the job has expired.',
    tag: 'team',
    isExtension: true,
    answer: { schema: ErasureAnswer, example: erasedExample },
    errors: { 400: 'Invalid id', 404: 'The erasure of this job was not requested, or the job is unknown' },
  })
  async read(@CurrentCaller() { teamId }: Caller, @Param('id') id: string) {
    const erasure = await readErasure(this.database, readPathId('job', id));
    if (erasure === undefined || erasure.teamId !== teamId) throw notFound('erasure', id);
    return describeErasure(erasure);
  }
}
