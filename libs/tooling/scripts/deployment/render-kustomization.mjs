// Renders a kustomization with kustomize, kubectl, or Go, which builds kustomize once.
import { execFileSync, spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { installGoProgram } from './install-go-program.mjs';

const KUSTOMIZE_MODULE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1';

const renderers = [
  { command: 'kustomize', probe: ['version'], render: (dir) => ['build', dir] },
  { command: 'kubectl', probe: ['kustomize', '--help'], render: (dir) => ['kustomize', dir] },
  {
    command: 'go',
    probe: ['version'],
    program: () => installGoProgram('kustomize', KUSTOMIZE_MODULE),
    render: (dir) => ['build', dir],
  },
];

export const KUSTOMIZE_SOURCES =
  'kubectl (https://kubernetes.io/docs/tasks/tools), kustomize (https://kubectl.docs.kubernetes.io/installation), Go (https://go.dev/dl)';

/** @returns {undefined | ((dir: string) => object[])} renders a folder; throws kustomize's error message */
export function findRenderer() {
  const found = renderers.find(({ command, probe }) => spawnSync(command, probe, { stdio: 'ignore' }).status === 0);
  if (found === undefined) return undefined;
  const program = found.program?.() ?? found.command;
  return (dir) => {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 };
    return parseManifests(execFileSync(program, found.render(dir), options));
  };
}

export function parseManifests(text) {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}
