import type { OnApplicationShutdown } from '@nestjs/common';
import { InputThreads } from '../work/input-threads';

class ClosingInputThreads extends InputThreads implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

/** For services that compile callers' schemas or patterns. */
export const inputThreadsProvider = { provide: InputThreads, useFactory: () => new ClosingInputThreads() };
