// `npm run bench:capacity -- [options]`: what a page costs everybody but renderers, from the root of the repository.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, install, requireNode, root, sayOnStderr, step } from './workspace.mjs';

sayOnStderr();
requireNode();
await step('packages installed', install);
await step('built', () => build({ withTests: true }));
createRequire(import.meta.url)(path.join(root, 'apps/bench/dist/capacity/capacity-main.js'));
