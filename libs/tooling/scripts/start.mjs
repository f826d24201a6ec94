// `npm start`: installs and builds if needed, then runs all services in this process, so that Ctrl-C reaches them. npm
// starts it with `exec`, because a shell would not pass on SIGTERM.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, install, requireNode, root, say, step } from './workspace.mjs';

const PARENT_LOOK_MS = 500;

requireNode();
if (process.argv.includes('--end-with-parent')) endWithParent();
say('Orbweaver');
await step('packages installed', install);
await step('built', build);
process.chdir(root);
say('· starting the services');
process.once('SIGINT', () => {
  say('· stopping; running work may finish, a second Ctrl-C stops at once');
  process.once('exit', () => say('· stopped'));
});
// A terminal shows jobs as progress lines.
if (process.stdout.isTTY && process.env.LOG_FORMAT !== 'json') process.env.LOG_LEVEL ??= 'warn';
createRequire(import.meta.url)(path.join(root, 'apps/standalone/dist/main.js'));

/** Exits with npm. When npm dies of SIGHUP or SIGKILL, an orphan would keep the port and the data. */
function endWithParent() {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOK_MS);
  look.unref();
}
