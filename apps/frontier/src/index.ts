import { defineService } from '@orbweaver/platform';
import { frontierConfig } from './frontier.config';
import { FrontierModule } from './frontier.module';

export const frontier = defineService({
  name: 'frontier',
  config: frontierConfig,
  module: () => ({ module: FrontierModule }),
  database: true,
  audience: 'shared',
  http: false,
});
