// Table of all metrics, from the code that creates them.
import { readRules } from '../observability/alert-rules.mjs';
import { packages, shippedSources } from './sources.mjs';

const METRIC =
  /new (Counter|Gauge|Histogram)\(\{\s*name: (?:'(\w+)'|(\w+)),\s*help:\s*(['"`])(.*?)\4,\s*(?:labelNames: \[([^\]]*)\])?/gs;

/** Names that several packages use. */
const NAME = /^export const (\w+_METRIC) = '(\w+)';$/gm;

/** @returns {{ name: string, type: string, help: string, labels: string[], from: string }[]} by name */
export function readMetrics() {
  const sources = packages().map(({ dir, name }) => ({
    name,
    texts: [...shippedSources(dir)].map(({ text }) => text),
  }));
  const shared = new Map(
    sources.flatMap(({ texts }) =>
      texts.flatMap((text) => [...text.matchAll(NAME)].map(([, key, name]) => [key, name])),
    ),
  );
  return sources
    .flatMap(({ name, texts }) =>
      texts.flatMap((text) =>
        [...text.matchAll(METRIC)].map(([, type, metric, constant, , help, labels = '']) => ({
          name: metric ?? shared.get(constant),
          type: type.toLowerCase(),
          help,
          labels: [...labels.matchAll(/'(\w+)'/g)].map(([, label]) => label),
          from: name === 'platform' ? 'every process' : name,
        })),
      ),
    )
    .sort((a, b) => a.from.localeCompare(b.from) || a.name.localeCompare(b.name));
}

export function writeMetricsTable() {
  const lines = readMetrics().map(
    ({ name, type, labels, from, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${from} | ${help.replaceAll('|', '\\|')} |`,
  );
  return ['| Metric | Type | Labels | Of | Meaning |', '|---|---|---|---|---|', ...lines].join('\n');
}

export function writeAlertsTable() {
  const lines = readRules().map(({ alert, labels, annotations }) => {
    const runbook = annotations.runbook_url.replace('apps/docs/', '../');
    const [, name] = /([\w-]+)\.md$/.exec(runbook);
    // Template variables have no value here and may contain table separators.
    const meaning = annotations.description.replaceAll(/\{\{[^}]*\}\}B?/g, '…');
    return `| ${alert} | ${labels.severity} | ${meaning} | [${name}](${runbook}) |`;
  });
  return ['| Alert | Severity | Meaning | Runbook |', '|---|---|---|---|', ...lines].join('\n');
}
