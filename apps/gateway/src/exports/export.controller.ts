import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { wantsFormat } from '@orbweaver/core';
import { DocumentsDeletedError, type ExportFormat, exportFormats, type ReadRange } from '@orbweaver/exports';
import { type Caller, type Database, type JobView, readDocuments } from '@orbweaver/persistence';
import { CONFIG, DATABASE } from '@orbweaver/platform';
import type { Request, Response } from 'express';
import { Authenticator } from '../auth/authenticator';
import { Authenticated, CurrentCaller } from '../edge/access';
import { Operation } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';
import { FindJob, refuseIfErased } from '../jobs/find-job';
import { scrapeSpecOf } from '../jobs/job-status';
import { StoredContents } from '../jobs/stored-contents';
import { ConcurrencyLimits } from '../limits/concurrency-limits';
import { exportExample } from '../wire/examples';
import { exportQuery, readExportQuery } from './export-query';
import { sendExport } from './send-export';

const RETRY_AFTER_SECONDS = 10;

/** Extension of v2 that returns all documents of a job as one file. */
@Controller('v2')
@Authenticated()
export class ExportController {
  private readonly slots: ConcurrencyLimits;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(DATABASE) private readonly database: Database,
    private readonly authenticator: Authenticator,
    private readonly jobs: FindJob,
    private readonly contents: StoredContents,
  ) {
    const max = config.EXPORTS_PER_TEAM;
    const message = `Too many concurrent exports: ${max} per team and gateway. Wait until an export ends`;
    this.slots = new ConcurrencyLimits({ perTeam: { max, message }, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  @Get(['crawl/:id/export', 'batch/scrape/:id/export'])
  @Operation({
    summary: 'Export the documents of a job as a file',
    description:
      'Streams the documents in the order of the status response. `jsonl`: one document per line (`application/x-ndjson`). `zip`: one markdown file per page and `manifest.jsonl` (`application/zip`). `warc`: WARC 1.1 with the raw HTML, compressed by record (`application/warc`). An export of a running job contains the documents stored so far: `X-Orbweaver-Job-Status` is the status of the job, `X-Orbweaver-Documents` the number of documents of this export, and `X-Orbweaver-Next-Skip` the `skip` of the next one. To resume an interrupted `jsonl`, add the number of complete lines received to `skip`. Both paths accept crawls and batches.',
    tag: 'jobs',
    isExtension: true,
    query: exportQuery.shown,
    text: { contentType: exportFormats.jsonl.contentType, example: exportExample },
    errors: {
      400: 'Invalid parameters',
      404: 'The job is unknown or expired',
      409: 'The job runs with zero data retention, or its formats do not include the content of the export',
      410: 'The job is erased',
      429: 'The team has too many concurrent exports',
    },
  })
  async export(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { format: name, skip, limit } = readExportQuery(query);
    const format = exportFormats[name];
    const job = await this.jobs.find(caller, id);
    refuseUnexportable(job, format);
    const last = Math.min(job.completed, limit === undefined ? job.completed : skip + limit);
    const headers = headersOf(job, format, { skip, last });
    if (request.method === 'HEAD') {
      response.set(headers).end();
      return;
    }
    const read = async (range: ReadRange) => {
      // The key may be revoked and the job may expire during a long export.
      await this.jobs.find(await this.authenticator.authenticateRequest(request), id);
      const documents = await readDocuments(this.database, { jobId: job.id, ...range });
      // Documents that are erased meanwhile must not look like gaps.
      refuseIfErased(await this.jobs.find(caller, id));
      return this.contents.complete(documents);
    };
    const release = this.slots.take(caller.teamId);
    try {
      const parts = format.write({ after: skip, last, read });
      await sendExport(response, parts, { headers, stallMs: this.config.EXPORT_STALL_TIMEOUT });
    } catch (error) {
      throw error instanceof DocumentsDeletedError ? new ApiError(404, 'Job expired') : error;
    } finally {
      release();
    }
  }
}

/** @throws ApiError 409, 410 */
function refuseUnexportable(job: JobView, { content }: ExportFormat): void {
  refuseIfErased(job);
  if (job.zeroDataRetention) {
    throw new ApiError(
      409,
      'The job runs with zero data retention, so it cannot be exported. Read its documents from the status endpoint',
    );
  }
  if (content !== undefined && !wantsFormat(scrapeSpecOf(job), content)) {
    throw new ApiError(
      409,
      `The formats of the job do not include ${content}, which this export consists of. Use format=jsonl`,
    );
  }
}

function headersOf(
  job: JobView,
  { contentType, extension }: ExportFormat,
  { skip, last }: { skip: number; last: number },
): Record<string, string> {
  const progress = {
    'X-Orbweaver-Job-Status': job.state,
    'X-Orbweaver-Documents': String(Math.max(0, last - skip)),
    'X-Orbweaver-Next-Skip': String(Math.max(skip, last)),
  };
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${job.kind}-${job.id}.${extension}"`,
    'Cache-Control': 'no-store, no-transform',
    ...progress,
    'Access-Control-Expose-Headers': ['Content-Disposition', ...Object.keys(progress)].join(', '),
  };
}
