import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Publisher } from '@orbweaver/messaging';
import {
  type EventLog,
  HEALTH,
  type HealthChecks,
  LOG,
  METRICS,
  PUBLISHER,
  STOPPING,
  type Stopping,
} from '@orbweaver/platform';
import type { Registry } from 'prom-client';
import { PageIntake } from './page-intake';
import { RenderConsumer } from './render.consumer';
import type { RendererConfig } from './renderer.config';
import { RendererMetrics } from './renderer-metrics';
import { RendererParts } from './renderer-parts';

@Injectable()
class RendererLife implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly parts: RendererParts) {}

  onApplicationBootstrap(): void {
    this.parts.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.parts.stop();
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
        useFactory: (registry: Registry) => new RendererMetrics(registry),
        inject: [METRICS],
      },
      {
        provide: RendererParts,
        useFactory: (
          publisher: Publisher,
          log: EventLog,
          health: HealthChecks,
          stopping: Stopping,
          metrics: RendererMetrics,
        ) => new RendererParts(config, { publisher, log, health, stopping, metrics }),
        inject: [PUBLISHER, LOG, HEALTH, STOPPING, RendererMetrics],
      },
      { provide: PageIntake, useFactory: (parts: RendererParts) => parts.intake, inject: [RendererParts] },
      RendererLife,
    ],
  };
}
