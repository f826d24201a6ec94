import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { RethrowFilter } from '@orbweaver/messaging';
import type { Platform } from './adapters/create-platform';
import { OperationsController } from './health/operations.controller';
import { EventLog } from './log/event-log';
import type { Service } from './service';
import {
  BROKER,
  CIPHER,
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  HEALTH,
  LOG,
  METRICS,
  PUBLISHER,
  RANDOM,
  SERVICES,
  STOPPING,
  TRACING,
} from './tokens';

@Global()
@Module({})
export class PlatformModule {
  static for(
    platform: Platform,
    service: Service,
    { config, servesOperations }: { config: unknown; servesOperations: boolean },
  ): DynamicModule {
    const providers: Provider[] = [
      ...shared(platform),
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: platform.clock },
      { provide: SERVICES, useValue: platform.services },
      { provide: RANDOM, useValue: Math.random },
      { provide: LOG, useValue: new EventLog(platform.logger.child({ service: service.name })) },
      { provide: PUBLISHER, useValue: platform.transport.publisher },
      { provide: BROKER, useFactory: () => platform.transport.brokerOperations },
      { provide: TRACING, useValue: platform.tracing },
      ...(service.database
        ? [
            { provide: DATABASE, useValue: platform.database },
            { provide: CIPHER, useValue: platform.cipher },
          ]
        : []),
      ...(service.contents === undefined ? [] : [{ provide: CONTENTS, useValue: platform.contents }]),
    ];
    return {
      module: PlatformModule,
      imports: [service.module(config)],
      controllers: servesOperations ? [OperationsController] : [],
      providers: [...providers, { provide: APP_FILTER, useFactory: () => new RethrowFilter() }],
      exports: providers,
    };
  }

  static forOperations(platform: Platform): DynamicModule {
    return { module: PlatformModule, controllers: [OperationsController], providers: shared(platform) };
  }
}

function shared(platform: Platform): Provider[] {
  return [
    { provide: METRICS, useValue: platform.metrics },
    { provide: HEALTH, useValue: platform.health },
    { provide: STOPPING, useValue: platform.stopping },
  ];
}
