import { defineService } from '@orbweaver/platform';
import { PuppeteerError } from 'puppeteer-core';
import { rendererConfig } from './renderer.config';
import { createRendererModule } from './renderer.module';

export const renderer = defineService({
  name: 'renderer',
  config: rendererConfig,
  module: createRendererModule,
  database: false,
  audience: 'shared',
  leavesEarly: true,
  http: false,
  // Puppeteer rejects calls to a page that has just closed, which may happen at any moment.
  survives: (rejection) => rejection instanceof PuppeteerError,
});

export { WELCOME_URL } from './fetch/welcome-page';
