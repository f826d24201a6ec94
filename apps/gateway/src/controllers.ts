import type { Type } from '@nestjs/common';
import { DocsController } from './docs/docs.controller';
import { ServiceController } from './edge/service.controller';
import { JobsController } from './jobs/jobs.controller';
import { ScrapesController } from './jobs/scrapes.controller';
import { TeamController } from './team/team.controller';
import { V1SubmitController } from './v1/submit.controller';
import { V2SubmitController } from './v2/submit.controller';

/** Everything that is served over HTTP, and described in the OpenAPI document. */
export const controllers: Type<unknown>[] = [
  ServiceController,
  V1SubmitController,
  V2SubmitController,
  TeamController,
  JobsController,
  ScrapesController,
  DocsController,
];
