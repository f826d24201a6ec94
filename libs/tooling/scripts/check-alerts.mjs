// Checks the syntax of alert rules and when they fire, with promtool. Exits with 1 and the problems.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPromtool, PROMTOOL_SOURCES } from './observability/find-promtool.mjs';
import { root, say } from './workspace.mjs';

const RULES = path.join(root, 'k8s/chart/alerts.yaml');
const TESTS = path.join(root, 'libs/tooling/scripts/observability/alerts.test.yaml');

const promtool = findPromtool();
if (promtool === undefined) {
  say(`left out: tests of alert rules, no program found; install ${PROMTOOL_SOURCES}`);
  process.exit(process.env.CI ? 1 : 0);
}
const dir = mkdtempSync(path.join(os.tmpdir(), 'orbweaver-alerts-'));
try {
  const tests = path.join(dir, 'alerts.test.yaml');
  writeFileSync(tests, readFileSync(TESTS, 'utf8').replace('RULES_FILE', RULES));
  for (const args of [
    ['check', 'rules', RULES],
    ['test', 'rules', tests],
  ]) {
    say(execFileSync(promtool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
  }
} catch (error) {
  say(`${error.stdout}${error.stderr}`);
  process.exitCode = 1;
} finally {
  rmSync(dir, { recursive: true });
}
