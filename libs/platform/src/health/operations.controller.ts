import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { HEALTH, METRICS, STOPPING } from '../tokens';
import type { Stopping } from '../work/stopping';
import type { HealthAnswer, HealthChecks } from './health';

interface StatusSetter {
  status(code: number): unknown;
}

@Controller()
export class OperationsController {
  constructor(
    @Inject(HEALTH) private readonly health: HealthChecks,
    @Inject(METRICS) private readonly metrics: Registry,
    @Inject(STOPPING) private readonly stopping: Stopping,
  ) {}

  @Get('health/live')
  live(@Res({ passthrough: true }) response: StatusSetter) {
    return answer(response, this.health.live());
  }

  @Get('health/ready')
  ready(@Res({ passthrough: true }) response: StatusSetter) {
    const process = this.stopping.signal.aborted ? { healthy: false, reason: 'stopping' } : { healthy: true };
    return answer(response, { process, ...this.health.ready() });
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(): Promise<string> {
    return this.metrics.metrics();
  }
}

function answer(response: StatusSetter, checks: Record<string, HealthAnswer>) {
  const healthy = Object.values(checks).every((check) => check.healthy);
  response.status(healthy ? 200 : 503);
  return { status: healthy ? 'ok' : 'unavailable', checks };
}
