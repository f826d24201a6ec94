import { EventEmitter } from 'node:events';
import { type DynamicModule, Inject, Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import { runProcess } from '../src/process/run-process';
import { defineService, type ServiceName } from '../src/service';
import { SERVICES, STOPPING } from '../src/tokens';
import type { Stopping } from '../src/work/stopping';

export interface SmallProcess {
  services: ServiceName[];
  closing?: 'works' | 'fails' | 'forgets-a-rejection' | 'finishes-work' | 'hangs' | 'warns';
  survives?: boolean;
}

const CLOSING = Symbol('CLOSING');
const WORK_MS = 1500;

@Injectable()
class Closing implements OnModuleDestroy {
  constructor(
    @Inject(CLOSING) private readonly how: { name: string; closing: SmallProcess['closing'] },
    @Inject(STOPPING) stopping: Stopping,
    @Inject(SERVICES) services: readonly ServiceName[],
  ) {
    process.stdout.write(`created ${how.name} in a process with ${services.join(', ')}\n`);
    if (how.closing === 'finishes-work') stopping.awaitWork(() => WORK_MS);
  }

  async onModuleDestroy(): Promise<void> {
    const { name, closing } = this.how;
    if (closing === 'forgets-a-rejection') void Promise.reject(new Error(`${name} cannot be closed`));
    if (closing === 'warns') {
      const leaking = Object.assign(new EventEmitter(), { headers: 'Bearer secret' });
      for (let n = 0; n < 12; n += 1) leaking.on('leak', () => undefined);
      process.emitWarning('-5 is a negative number.', 'TimeoutNegativeWarning');
    }
    if (closing === 'finishes-work') await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    if (closing === 'hangs') await new Promise(() => undefined);
    // Longer than a turn of the event loop, to detect a missing wait.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (closing === 'fails') throw new Error(`${name} cannot be closed`);
    process.stdout.write(`closed ${name}\n`);
  }
}

@Module({})
class SmallModule {}

const { services, closing, survives = false } = JSON.parse(process.argv[2]!) as SmallProcess;

void runProcess(
  services.map((name, index) =>
    defineService({
      name,
      config: z.object({ SIZE: z.coerce.number().int().default(1).describe('A field of its own') }),
      module: (): DynamicModule => ({
        module: SmallModule,
        providers: [Closing, { provide: CLOSING, useValue: { name, closing: index === 0 ? closing : 'works' } }],
      }),
      database: name !== 'renderer',
      audience: 'nothing',
      http: name === 'gateway',
      survives: () => survives,
    }),
  ),
  { onReady: ({ address, apiKey }) => void process.stdout.write(`ready ${address} ${apiKey}\n`) },
);
