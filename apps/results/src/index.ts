import { defineService } from '@orbweaver/platform';
import { resultsConfig } from './results.config';
import { ResultsModule } from './results.module';

export const results = defineService({
  name: 'results',
  config: resultsConfig,
  module: () => ({ module: ResultsModule }),
  database: true,
  contents: 'writes',
  audience: 'shared',
  http: false,
});
