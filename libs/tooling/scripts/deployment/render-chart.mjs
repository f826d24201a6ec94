// Renders the Helm chart with what the machine has: helm, or Go, which builds it once.
import { execFileSync, spawnSync } from 'node:child_process';
import { installGoProgram } from './install-go-program.mjs';
import { parseManifests } from './render-kustomization.mjs';

const HELM_MODULE = 'helm.sh/helm/v3/cmd/helm@v3.19.0';

/** The oldest that the chart allows; a helm that Go built knows none. */
const KUBERNETES = '1.30.0';

const helms = [
  { command: 'helm', probe: ['version'], program: () => 'helm' },
  { command: 'go', probe: ['version'], program: () => installGoProgram('helm', HELM_MODULE) },
];

/** What to install, for whom has none. */
export const HELM_SOURCES = 'helm (https://helm.sh/docs/intro/install), Go (https://go.dev/dl)';

/** @returns {undefined | ((args: string[]) => string)} runs helm; throws with its own words */
export function findHelm() {
  const found = helms.find(({ command, probe }) => spawnSync(command, probe, { stdio: 'ignore' }).status === 0);
  if (found === undefined) return undefined;
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 };
  const program = found.program();
  return (args) => execFileSync(program, args, options);
}

/** The manifests of a chart with the values of a file, as text with the comments of the templates. */
export function templateChart(helm, chart, values) {
  const flags = ['--namespace', 'orbweaver', '--kube-version', KUBERNETES, '--values', values];
  return helm(['template', 'orbweaver', chart, ...flags]);
}

/** The objects of a chart with the values of a file. */
export function renderChart(helm, chart, values) {
  return parseManifests(templateChart(helm, chart, values)).filter((object) => object !== null);
}
