import type { Type } from '@nestjs/common';
import { DocsController } from './docs/docs.controller';
import { ServiceController } from './edge/service.controller';
import { ExplainController } from './explain/explain.controller';
import { JobsController } from './jobs/jobs.controller';
import { ScrapesController } from './jobs/scrapes.controller';
import { JobStreamController } from './live/job-stream.controller';
import { ParamsPreviewController } from './submit/params-preview.controller';
import { submitController } from './submit/submit-controller';
import { TeamController } from './team/team.controller';
import { v1Wire } from './v1/submit-wire';
import { v2Wire } from './v2/submit-wire';
import { WebhooksController } from './webhooks/webhooks.controller';

/** Everything that is served over HTTP, and described in the OpenAPI document. */
export const controllers: Type<unknown>[] = [
  ServiceController,
  submitController(v1Wire),
  submitController(v2Wire),
  TeamController,
  ParamsPreviewController,
  ExplainController,
  JobsController,
  JobStreamController,
  ScrapesController,
  WebhooksController,
  DocsController,
];
