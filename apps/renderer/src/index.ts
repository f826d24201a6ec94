import { defineService } from '@orbweaver/platform';
import { rendererConfig } from './renderer.config';
import { createRendererModule } from './renderer.module';

export const renderer = defineService({
  name: 'renderer',
  config: rendererConfig,
  module: createRendererModule,
  database: false,
  audience: 'shared',
  http: false,
});
