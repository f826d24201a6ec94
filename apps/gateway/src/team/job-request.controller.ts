import { Controller, Get, Inject, Param } from '@nestjs/common';
import { type Clock, isFinal, JobSpec, WebhookSpec } from '@orbweaver/core';
import { type Caller, type Database, readJob, readJobRequest } from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { Authenticated, CurrentCaller } from '../edge/access';
import { Operation } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { versions } from '../versions';

/** The console shows them in a text field. */
const MAX_URLS = 10_000;
const UPLOAD = /^upload:/;

const JobRequestAnswer = z.object({
  success: z.literal(true),
  operation: z.enum(['scrape', 'batch', 'crawl', 'extract']),
  path: z.string().describe('Path of the operation that accepts `request`'),
  request: z
    .record(z.string(), z.unknown())
    .describe('Body in v2 form, without defaults and without `origin` and `integration`'),
  omitted: z
    .array(z.object({ field: z.string(), reason: z.string() }))
    .describe('Fields that `request` lacks, such as header values. Set them before sending it'),
});

@Controller('v2/jobs')
@Authenticated()
export class JobRequestController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/request')
  @Operation({
    summary: 'Get the request of a job',
    description: `The body that starts the same job again, in v2 form also for jobs of v1. Header values, the text of \`write\` actions, and user names and passwords in URLs, are never returned; \`omitted\` lists them. Of a batch, up to ${MAX_URLS} URLs are returned.`,
    tag: 'team',
    isExtension: true,
    answer: {
      schema: JobRequestAnswer,
      example: {
        success: true,
        operation: 'crawl',
        path: '/v2/crawl',
        request: { url: 'https://example.com', limit: 100, scrapeOptions: { formats: ['markdown'] } },
        omitted: [
          { field: 'scrapeOptions.headers.Cookie', reason: 'Header values are not returned. Set the header again' },
        ],
      },
    },
    errors: {
      ...unknownResource('job'),
      409: 'The job parsed an uploaded file, which is not stored',
      410: 'The job is erased, or ran with zero data retention, which stores no request',
    },
  })
  async read(@CurrentCaller() { teamId }: Caller, @Param('id') id: string) {
    const jobId = readPathId('job', id);
    const job = await readJob(this.database, { jobId, teamId });
    const stored = job && (await readJobRequest(this.database, { jobId, maxUrls: MAX_URLS }));
    if (stored === undefined || job === undefined || (isFinal(job.state) && job.expiresAt <= this.clock())) {
      throw notFound('job', id);
    }
    if (job.zeroDataRetention) {
      throw new ApiError(410, 'The job ran with zero data retention, which stores no request');
    }
    if (job.erasedAt !== null) throw new ApiError(410, 'The request of the job is erased');
    const spec = JobSpec.parse(job.spec);
    if (spec.kind === 'scrape' && UPLOAD.test(spec.url)) {
      throw new ApiError(409, 'The job parsed an uploaded file, which is not stored. Upload the file again');
    }
    const webhook = stored.webhook === null ? undefined : WebhookSpec.parse(stored.webhook);
    const { omitted, ...written } = versions.v2.writeRequest(spec, { urls: stored.urls, webhook });
    const left = job.kind === 'batch' ? stored.namedUrls - stored.urls.length : 0;
    const rest = { field: 'urls', reason: `The batch has ${left} more URLs. Add them` };
    return { success: true, ...written, omitted: left > 0 ? [...omitted, rest] : omitted };
  }
}
