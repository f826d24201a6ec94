import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import {
  CLOCK,
  type EventLog,
  HEALTH,
  type HealthChecks,
  LOG,
  METRICS,
  PUBLISHER,
  STOPPING,
  type Stopping,
  TRACING,
  type Tracing,
} from '@orbweaver/platform';
import type { Registry } from 'prom-client';
import { createRenderer, type Renderer } from './create-renderer';
import { PageIntake } from './intake/page-intake';
import { RenderConsumer } from './intake/render.consumer';
import type { RendererConfig } from './renderer.config';
import { RendererMetrics } from './renderer-metrics';

const RENDERER = Symbol('RENDERER');

@Injectable()
class RendererLife implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(RENDERER) private readonly renderer: Renderer) {}

  onApplicationBootstrap(): void {
    this.renderer.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.renderer.stop();
  }
}

@Module({})
class RendererModule {}

export function createRendererModule(config: RendererConfig): DynamicModule {
  return {
    module: RendererModule,
    controllers: [RenderConsumer],
    providers: [
      {
        provide: RendererMetrics,
        useFactory: (registry: Registry, tracing: Tracing) => new RendererMetrics(registry, tracing),
        inject: [METRICS, TRACING],
      },
      {
        provide: RENDERER,
        useFactory: (
          publisher: Publisher,
          clock: Clock,
          log: EventLog,
          health: HealthChecks,
          stopping: Stopping,
          metrics: RendererMetrics,
          tracing: Tracing,
        ) => createRenderer(config, { publisher, clock, log, health, stopping, metrics, tracing }),
        inject: [PUBLISHER, CLOCK, LOG, HEALTH, STOPPING, RendererMetrics, TRACING],
      },
      { provide: PageIntake, useFactory: ({ intake }: Renderer) => intake, inject: [RENDERER] },
      RendererLife,
    ],
  };
}
