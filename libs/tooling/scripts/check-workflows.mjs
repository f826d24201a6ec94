// Checks the workflows in .github with actionlint, which Go builds once. Actions must be pinned to a commit, because a tag
// can be moved. Exits with 1 and the problems.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installGoProgram } from './deployment/install-go-program.mjs';
import { root, say } from './workspace.mjs';

const MODULE = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';

const FOLDER = '.github/workflows';
/** An action of another repository by commit, with its version for readers and Dependabot. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+/;

const works = (program, argument) => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;

const program = findActionlint();
if (program === undefined) {
  say('left out: the workflows, no program found; install one of: actionlint, Go (https://go.dev/dl)');
  process.exit(process.env.CI ? 1 : 0);
}
const { status, stdout } = spawnSync(program, ['-color=false'], { cwd: root, encoding: 'utf8' });
const unpinned = findUnpinned();
const isValid = status === 0 && unpinned.length === 0;
say(isValid ? `✓ ${FOLDER}` : [stdout, ...unpinned].join('\n'));
process.exit(isValid ? 0 : 1);

function findUnpinned() {
  return readdirSync(path.join(root, FOLDER)).flatMap((file) => {
    const text = readFileSync(path.join(root, FOLDER, file), 'utf8');
    return [...text.matchAll(/^[\s-]*uses: (.*)$/gm)]
      .filter(([, action]) => !action.startsWith('./') && !PINNED.test(action))
      .map(([, action]) => `${FOLDER}/${file}: "${action}" must be "owner/name@commit # vX.Y.Z"`);
  });
}

function findActionlint() {
  if (works('actionlint', '-version')) return 'actionlint';
  return works('go', 'version') ? installGoProgram('actionlint', MODULE) : undefined;
}
