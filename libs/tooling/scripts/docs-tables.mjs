// Writes the generated parts of the docs, between `<!-- NAME: generated -->` and `<!-- NAME: end -->`.
// With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeConfigurationTable } from './docs/configuration-table.mjs';
import { writeAlertsTable, writeMetricsTable } from './docs/metrics-table.mjs';
import { drawPackageMap, writeImportTable, writePackageTable } from './docs/package-map.mjs';
import { writePageErrorsTable } from './docs/page-errors-table.mjs';
import { writeSignatureCheck } from './docs/signature-check.mjs';
import { drawFlow, drawTopicMap, writeTopicTable } from './docs/topic-map.mjs';
import { root } from './workspace.mjs';

const PLACES = {
  'README.md': { flow: drawFlow, packages: writePackageTable },
  'apps/docs/architecture.md': {
    'topic-map': drawTopicMap,
    'package-map': drawPackageMap,
    imports: writeImportTable,
  },
  'apps/docs/guide/errors.md': { 'page-errors': writePageErrorsTable },
  'apps/docs/guide/webhooks.md': { 'signature-check': writeSignatureCheck },
  'apps/docs/configuration.md': { configuration: writeConfigurationTable },
  'apps/docs/metrics.md': { metrics: writeMetricsTable },
  'apps/docs/operations/watch.md': { alerts: writeAlertsTable },
  'apps/docs/operations/topics.md': { topics: writeTopicTable },
};

const stale = [];
for (const [name, places] of Object.entries(PLACES)) {
  const file = path.join(root, name);
  const before = readFileSync(file, 'utf8');
  const after = Object.entries(places).reduce((text, [place, write]) => fill(name, text, place, write()), before);
  if (after === before) continue;
  stale.push(name);
  if (!process.argv.includes('--check')) writeFileSync(file, after);
}

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`${stale.join(', ')}: outdated; run: node libs/tooling/scripts/docs-tables.mjs`);
  process.exit(1);
}

function fill(name, text, place, content) {
  const [start, end] = [`<!-- ${place}: generated -->`, `<!-- ${place}: end -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${name} has no place for ${place} (${start} … ${end})`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
