import type { OnApplicationShutdown } from '@nestjs/common';
import { InputThreads } from '../work/input-threads';

class ClosingInputThreads extends InputThreads implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

export const inputThreadsProvider = { provide: InputThreads, useFactory: () => new ClosingInputThreads() };
