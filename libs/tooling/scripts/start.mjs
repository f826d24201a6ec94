// `npm start`: installs and builds what is missing, then runs all services in this very process,
// so that Ctrl-C reaches them directly.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, install, requireNode, root, say, step } from './workspace.mjs';

requireNode();
say('Orbweaver');
await step('packages installed', install);
await step('built', build);
process.chdir(root);
say('· starting the services');
process.once('SIGINT', () => say('· stopping; what runs may finish, a second Ctrl-C ends it at once'));
process.env.LOG_LEVEL ??= 'warn';
createRequire(import.meta.url)(path.join(root, 'apps/standalone/dist/main.js'));
