// `npm run orbweaver -- COMMAND`: the administrator's command, from the root of the repository, built when something has changed.
import { runBuilt } from './workspace.mjs';

await runBuilt('apps/admin/dist/main.js');
