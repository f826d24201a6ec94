// `npm run orbweaver -- COMMAND`: the administrator's command, from the root of the repository, built when it is not yet.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, install, requireNode, root, step } from './workspace.mjs';

const entry = path.join(root, 'apps/admin/dist/main.js');
if (!existsSync(entry)) {
  requireNode();
  await step('packages installed', install);
  await step('built', build);
}
createRequire(import.meta.url)(entry);
