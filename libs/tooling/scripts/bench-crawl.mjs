// `npm run bench:crawl -- [options]`: the crawl benchmark, from the root of the repository, built when something has changed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, install, requireNode, root, sayOnStderr, step } from './workspace.mjs';

sayOnStderr();
requireNode();
await step('packages installed', install);
await step('built', () => build({ withTests: true }));
createRequire(import.meta.url)(path.join(root, 'apps/bench/dist/crawl/crawl-main.js'));
