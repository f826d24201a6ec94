import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { CONFIG, HEALTH, type HealthChecks, STOPPING, type Stopping } from '@orbweaver/platform';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';
import { Public } from './access';
import { Operation } from './operation';

const status = z.object({ status: z.literal('ok') });
const ok = { status: 'ok' };

@Controller()
@Public()
export class ServiceController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(HEALTH) private readonly health: HealthChecks,
    @Inject(STOPPING) private readonly stopping: Stopping,
  ) {}

  @Get(['', 'test'])
  @Operation({ summary: 'Greet programs, and lead browsers to the console', tag: 'service', isUndocumented: true })
  greet(@Req() request: Request, @Res() response: Response): void {
    if (request.path === '/' && request.accepts(['text', 'html']) === 'html') {
      response.redirect(302, '/console/');
      return;
    }
    response.type('text/plain').send('Orbweaver scrapes and crawls web pages. API documentation: /docs');
  }

  @Get('is-production')
  @Operation({
    summary: 'Check whether this is a production installation',
    tag: 'service',
    answer: { schema: z.object({ isProduction: z.boolean() }), example: { isProduction: true } },
  })
  isProduction() {
    return { isProduction: this.config.NODE_ENV === 'production' };
  }

  @Get('v0/health/liveness')
  @Operation({ summary: 'Check liveness', tag: 'service', answer: { schema: status, example: ok } })
  liveness() {
    return ok;
  }

  @Get('v0/health/readiness')
  @Operation({
    summary: 'Check readiness',
    tag: 'service',
    answer: { schema: status, example: ok },
    errors: { 503: 'A dependency is unavailable, or the process is stopping; see /health/ready' },
  })
  readiness() {
    const healthy = Object.values(this.health.ready()).every((check) => check.healthy);
    if (!healthy || this.stopping.signal.aborted) throw new ApiError(503, 'Not ready; see /health/ready');
    return ok;
  }
}
