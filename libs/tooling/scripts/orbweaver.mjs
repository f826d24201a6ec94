// `npm run orbweaver -- COMMAND`: the administrator's command, from the root of the repository, built when something has changed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, install, requireNode, root, sayOnStderr, step } from './workspace.mjs';

sayOnStderr();
requireNode();
await step('packages installed', install);
await step('built', build);
createRequire(import.meta.url)(path.join(root, 'apps/admin/dist/main.js'));
