import type { OnApplicationShutdown } from '@nestjs/common';
import { InputThreads } from '../work/input-threads';

class ClosingInputThreads extends InputThreads implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

/** For the module of a service that compiles what callers wrote. */
export const inputThreadsProvider = { provide: InputThreads, useFactory: () => new ClosingInputThreads() };
