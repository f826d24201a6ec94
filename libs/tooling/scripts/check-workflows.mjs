// Checks the workflows in .github with actionlint, which Go builds once. Exits with 1 and the problems.
import { spawnSync } from 'node:child_process';
import { installGoProgram } from './deployment/install-go-program.mjs';
import { root, say } from './workspace.mjs';

const MODULE = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';

const works = (program, argument) => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;

const program = findActionlint();
if (program === undefined) {
  say('left out: the workflows, no program found; install one of: actionlint, Go (https://go.dev/dl)');
  process.exit(process.env.CI ? 1 : 0);
}
const { status, stdout } = spawnSync(program, ['-color=false'], { cwd: root, encoding: 'utf8' });
say(status === 0 ? '✓ .github/workflows' : stdout);
process.exit(status === 0 ? 0 : 1);

function findActionlint() {
  if (works('actionlint', '-version')) return 'actionlint';
  return works('go', 'version') ? installGoProgram('actionlint', MODULE) : undefined;
}
