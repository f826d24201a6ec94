// Series that dashboards, alerts, scaling and docs use.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../workspace.mjs';
import { readRules } from './alert-rules.mjs';
import { dashboards } from './dashboards.mjs';
import { readSelectors } from './promql.mjs';

const SCALING_FILE = 'k8s/components/scale-by-keda/objects.yaml';

/** @returns {{ expr: string, where: string }[]} */
export function readExpressions() {
  const panels = dashboards.flatMap(({ name, rows }) =>
    rows.flatMap((row) =>
      row.panels.flatMap(({ title, queries }) =>
        Object.values(queries).map((expr) => ({ expr, where: `dashboard ${name}: ${title}` })),
      ),
    ),
  );
  const alerts = readRules().map(({ alert, expr }) => ({ expr, where: `alert ${alert}` }));
  const scaling = parseAllDocuments(readFileSync(path.join(root, SCALING_FILE), 'utf8'))
    .flatMap((document) => document.toJS().spec.triggers)
    .flatMap(({ metadata }) => metadata.query ?? [])
    .map((expr) => ({ expr, where: SCALING_FILE }));
  return [...panels, ...alerts, ...scaling];
}

/** @returns {{ metric: string, labels: string[], matchers: object[], where: string }[]} those of Prometheus itself left out */
export function readUsedSeries() {
  const asked = readExpressions().flatMap(({ expr, where }) =>
    readSelectors(expr).map((selector) => ({ ...selector, where })),
  );
  return [...asked.filter(({ metric }) => metric !== 'up'), ...namedByDocs()];
}

function namedByDocs() {
  const docs = path.join(root, 'apps/docs');
  return (
    readdirSync(docs, { recursive: true })
      // metrics.md is generated; some of its metrics depend on settings.
      .filter((file) => file.endsWith('.md') && file !== 'metrics.md')
      .flatMap((file) => {
        const names = readFileSync(path.join(docs, file), 'utf8').match(/\borbweaver_[a-z_]+/g) ?? [];
        return [...new Set(names)].map((metric) => ({ metric, labels: [], matchers: [], where: `apps/docs/${file}` }));
      })
  );
}
