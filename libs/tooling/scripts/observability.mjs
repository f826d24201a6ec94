// Writes the dashboards and the PrometheusRule. --check compares them and checks their metrics; --series prints the
// used series as JSON.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writePrometheusRule } from './observability/alert-rules.mjs';
import { checkObservability } from './observability/check-observability.mjs';
import { dashboards } from './observability/dashboards.mjs';
import { makeDashboard } from './observability/make-dashboard.mjs';
import { readUsedSeries } from './observability/used-series.mjs';
import { root } from './workspace.mjs';

const DASHBOARDS_DIR = 'k8s/chart/dashboards';
const isCheck = process.argv.includes('--check');

if (process.argv.includes('--series')) {
  process.stdout.write(JSON.stringify(readUsedSeries()));
  process.exit(0);
}
const files = new Map([
  ['k8s/components/alerts/prometheus-rule.yaml', writePrometheusRule()],
  ...dashboards.map((dashboard) => [
    `${DASHBOARDS_DIR}/orbweaver-${dashboard.name}.json`,
    `${JSON.stringify(makeDashboard(dashboard), null, 1)}\n`,
  ]),
]);
const problems = isCheck ? checkObservability() : [];
for (const [file, text] of files) {
  if (read(file) === text) continue;
  if (isCheck) problems.push(`${file}: outdated; run: node libs/tooling/scripts/observability.mjs`);
  else writeFileSync(path.join(root, file), text);
}
for (const name of readdirSync(path.join(root, DASHBOARDS_DIR))) {
  const file = `${DASHBOARDS_DIR}/${name}`;
  if (!name.endsWith('.json') || files.has(file)) continue;
  if (isCheck) problems.push(`${file}: has no source`);
  else rmSync(path.join(root, file));
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
