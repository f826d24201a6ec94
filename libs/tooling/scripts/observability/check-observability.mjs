// Checks that dashboards and alerts use existing metrics and labels, that panels are unique, and that every alert has a
// runbook.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readMetrics } from '../docs/metrics-table.mjs';
import { root } from '../workspace.mjs';
import { readRules } from './alert-rules.mjs';
import { dashboards } from './dashboards.mjs';
import { readSelectors } from './promql.mjs';
import { readExpressions } from './used-series.mjs';

const RUNBOOKS = 'apps/docs/runbooks';
/** Metrics of Prometheus and of every Node.js process. */
const USUAL = /^(up|process_|nodejs_)/;
const SEVERITIES = ['critical', 'warning', 'info'];

export function checkObservability() {
  return [...checkExpressions(), ...checkPanels(), ...checkAlerts(), ...checkRunbooks()];
}

function checkExpressions() {
  const metrics = new Map(readMetrics().map((metric) => [metric.name, metric]));
  return readExpressions().flatMap(({ expr, where }) => {
    let selectors;
    try {
      selectors = readSelectors(expr);
    } catch (error) {
      return [`${where}: ${error.message}`];
    }
    return selectors.flatMap(({ metric, labels }) => {
      if (USUAL.test(metric)) return [];
      const part = /_(bucket|sum|count)$/.exec(metric);
      const known = metrics.get(metric) ?? (part && metrics.get(metric.slice(0, part.index)));
      if (known === undefined || (known.type === 'histogram') !== (known.name !== metric)) {
        return [`${where}: there is no series ${metric}`];
      }
      const missing = labels.filter((label) => label !== 'le' && !known.labels.includes(label));
      return missing.map((label) => `${where}: ${metric} has no label ${label}`);
    });
  });
}

function checkPanels() {
  const problems = [];
  const seen = new Map();
  for (const { name, rows } of dashboards) {
    for (const { title, queries } of rows.flatMap(({ panels }) => panels)) {
      const where = `dashboard ${name}: ${title}`;
      for (const [legend, expr] of Object.entries(queries)) {
        if (seen.has(expr)) problems.push(`${where} repeats ${seen.get(expr)}`);
        seen.set(expr, where);
        const grouped = new Set(readSelectors(expr).flatMap(({ labels }) => labels));
        for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g)) {
          const isTold = grouped.has(label) || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr);
          if (!isTold) problems.push(`${where}: its legend names ${label}, which its query leaves out`);
        }
      }
    }
  }
  return problems;
}

function checkAlerts() {
  return readRules().flatMap(({ alert, labels, annotations }) => {
    const problems = [];
    if (!SEVERITIES.includes(labels?.severity)) problems.push('has no severity of the usual');
    for (const name of ['summary', 'description']) if (!annotations[name]) problems.push(`has no ${name}`);
    const runbook = annotations.runbook_url ?? '';
    if (!existsSync(path.join(root, runbook)) || !runbook.startsWith(`${RUNBOOKS}/`)) problems.push('has no runbook');
    else if (!readFileSync(path.join(root, runbook), 'utf8').includes(alert)) {
      problems.push(`is not named in ${runbook}`);
    }
    return problems.map((problem) => `alert ${alert} ${problem}`);
  });
}

/** A runbook must not mention alerts that no longer exist. */
function checkRunbooks() {
  const alerts = new Set(readRules().map(({ alert }) => alert));
  return readdirSync(path.join(root, RUNBOOKS)).flatMap((file) => {
    const named = readFileSync(path.join(root, RUNBOOKS, file), 'utf8').match(/\bOrbweaver[A-Z]\w+/g) ?? [];
    const unknown = [...new Set(named)].filter((name) => !alerts.has(name));
    return unknown.map((name) => `${RUNBOOKS}/${file} names an alert that there is not: ${name}`);
  });
}
