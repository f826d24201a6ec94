// `npm run orbweaver -- COMMAND`: builds if needed and runs the administration command.
import { runBuilt } from './workspace.mjs';

await runBuilt('apps/admin/dist/main.js');
