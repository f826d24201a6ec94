// The alert rules, as written and as an object for the Prometheus operator.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../workspace.mjs';

const RULES_FILE = 'k8s/chart/alerts.yaml';

const HEAD = `# Generated from ${RULES_FILE} by libs/tooling/scripts/observability.mjs.\n`;

/** @returns {{ alert: string, expr: string, for?: string, labels: object, annotations: object }[]} */
export function readRules() {
  return readGroups().flatMap(({ rules }) => rules);
}

export function writePrometheusRule() {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'orbweaver' },
    spec: { groups: readGroups() },
  };
  return HEAD + stringify(rule, { lineWidth: 0 });
}

function readGroups() {
  return parse(readFileSync(path.join(root, RULES_FILE), 'utf8')).groups;
}
