import { defineService } from '@orbweaver/platform';
import { resultsConfig } from './results.config';
import { createResultsModule } from './results.module';

export const results = defineService({
  name: 'results',
  config: resultsConfig,
  module: createResultsModule,
  database: true,
  audience: 'shared',
  http: false,
});
