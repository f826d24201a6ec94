// Renders the Helm chart with helm, or with Go, which builds helm once.
import { execFileSync, spawnSync } from 'node:child_process';
import { installGoProgram } from './install-go-program.mjs';
import { parseManifests } from './render-kustomization.mjs';

const HELM_MODULE = 'helm.sh/helm/v3/cmd/helm@v3.19.0';

/** Oldest version that the chart supports; a helm built by Go has no default. */
const KUBERNETES = '1.30.0';

const helms = [
  { command: 'helm', probe: ['version'], program: () => 'helm' },
  { command: 'go', probe: ['version'], program: () => installGoProgram('helm', HELM_MODULE) },
];

export const HELM_SOURCES = 'helm (https://helm.sh/docs/intro/install), Go (https://go.dev/dl)';

/** @returns {undefined | ((args: string[]) => string)} runs helm; throws its error message */
export function findHelm() {
  const found = helms.find(({ command, probe }) => spawnSync(command, probe, { stdio: 'ignore' }).status === 0);
  if (found === undefined) return undefined;
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 };
  const program = found.program();
  return (args) => execFileSync(program, args, options);
}

/** The manifests of a chart with the values of files, as text with the comments of the templates. */
export function templateChart(helm, chart, ...values) {
  const flags = ['--namespace', 'orbweaver', '--kube-version', KUBERNETES];
  flags.push(...values.flatMap((file) => ['--values', file]));
  return helm(['template', 'orbweaver', chart, ...flags]);
}

/** @returns the objects of a chart with the values of files */
export function renderChart(helm, chart, ...values) {
  return parseManifests(templateChart(helm, chart, ...values)).filter((object) => object !== null);
}
