// Finds kube-apiserver and etcd, or builds kube-apiserver from its Go modules (once, nine minutes of CPU time).
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MissingToolError } from '../missing-tool.mjs';
import { root } from '../workspace.mjs';

const VERSION = { kubernetes: 'v1.36.3', staging: 'v0.36.3' };
const CACHE = path.join(root, '.cache/api-server');

const works = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** @throws MissingToolError */
export function findApiServer(say) {
  const etcd = process.env.ETCD ?? 'etcd';
  if (!works(etcd)) {
    throw new MissingToolError(
      'etcd is not on the PATH and ETCD does not name it (Debian, Ubuntu: apt install etcd-server).',
    );
  }
  const named = process.env.KUBE_APISERVER ?? 'kube-apiserver';
  return { etcd, apiServer: works(named) ? named : buildApiServer(say) };
}

function buildApiServer(say) {
  const program = path.join(CACHE, `kube-apiserver-${VERSION.kubernetes}`);
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) {
    throw new MissingToolError(
      'kube-apiserver is not on the PATH, KUBE_APISERVER does not name it, and there is no Go to build it.',
    );
  }
  say('building kube-apiserver from its Go modules, once');
  const folder = path.join(CACHE, 'module');
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 };
  const module = `k8s.io/kubernetes@${VERSION.kubernetes}`;
  const { GoMod, Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], options));
  writeFileSync(path.join(folder, 'go.mod'), scratchModule(readFileSync(GoMod, 'utf8')));
  copyFileSync(path.join(Dir, 'go.sum'), path.join(folder, 'go.sum'));
  // Without a version, Helm refuses charts that name the versions they support.
  const version = `-X k8s.io/component-base/version.gitVersion=${VERSION.kubernetes}`;
  const flags = ['-mod=mod', '-trimpath', `-ldflags=-s -w ${version}`];
  execFileSync('go', ['build', ...flags, '-o', program, 'k8s.io/kubernetes/cmd/kube-apiserver'], options);
  return program;
}

/** Replaces local folders in `replace` directives by their published modules. */
function scratchModule(text) {
  return text
    .replace(/^module .*$/m, 'module orbweaver.local/api-server')
    .replace(/=> \.\/staging\/src\/(\S+)/g, `=> $1 ${VERSION.staging}`)
    .replace(/^require \(/m, `require (\n\tk8s.io/kubernetes ${VERSION.kubernetes}`);
}
