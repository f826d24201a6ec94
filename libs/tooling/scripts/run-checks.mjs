// The checks of `npm test`: rules that no suite covers, such as style, import rules, generated files and manifests.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from './run-suites.mjs';
import { root } from './workspace.mjs';

const KNIP = ['--config', 'libs/tooling/knip.jsonc', '--no-config-hints', '--no-progress'];

/**
 * Runs all checks, as many at a time as there are cores. Each counts as one test.
 * @param count receives the name, the counts and the start of each check
 */
export async function runRepositoryChecks(count, say) {
  const bin = (name) => path.join(root, 'node_modules/.bin', name);
  const script = (name, ...args) => [process.execPath, [`libs/${name}.mjs`, ...args]];
  const queue = [
    // The longest check starts first.
    ['manifests are valid', ...script('tooling/scripts/check-k8s')],
    ['style and lint', bin('biome'), ['check', '.']],
    ['imports follow the rules', bin('depcruise'), ['--config', 'libs/tooling/dependency-rules.cjs', ...sources()]],
    ['exported names are unique', ...script('tooling/scripts/check-export-names')],
    ['prose is plain', ...script('tooling/scripts/check-style')],
    ['OpenAPI documents are current', ...script('tooling/scripts/openapi', '--check')],
    ['files, exports and dependencies are used', bin('knip'), KNIP],
    ['builds contain no test code', ...script('tooling/scripts/check-dist')],
    ['migrations match the schema', ...script('persistence/scripts/migration', 'check')],
    ['migrations take no long locks', ...script('persistence/scripts/check-migrations')],
    ['generated tables of the docs are current', ...script('tooling/scripts/docs-tables', '--check')],
    ['references of the docs exist', ...script('tooling/scripts/check-docs')],
    ['dashboards and alerts use existing metrics', ...script('tooling/scripts/observability', '--check')],
    ['alerts fire when they should', ...script('tooling/scripts/check-alerts')],
    ['versions agree', ...script('tooling/scripts/check-versions')],
    ['images and compose files are valid', ...script('tooling/scripts/check-docker')],
    ['workflows are valid', ...script('tooling/scripts/check-workflows')],
  ];
  await Promise.all(Array.from({ length: availableParallelism() }, drainQueue));

  async function drainQueue() {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, command, args] = next;
      const since = Date.now();
      const { status, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      // Parts of a check that lack a program. In CI the check itself fails.
      const leftOut = output.split('\n').filter((line) => line.startsWith('left out: '));
      count(name, { [status === 0 ? 'passed' : 'failed']: 1, skipped: leftOut.length }, since);
      if (status !== 0) say(output);
      else for (const line of leftOut) say(`— ${line}`);
    }
  }
}

function sources() {
  const folders = ['apps', 'libs'].flatMap((dir) =>
    readdirSync(path.join(root, dir)).flatMap((name) => [`${dir}/${name}/src`, `${dir}/${name}/test`]),
  );
  return folders.filter((dir) => existsSync(path.join(root, dir)));
}
