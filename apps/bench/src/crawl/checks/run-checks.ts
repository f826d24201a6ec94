import { writeColumns } from '../../write-table';
import { type Check, type CheckContext, type Finding, isMet } from './check';

export interface CheckedFinding {
  check: string;
  finding: Finding;
}

/** Runs checks in sequence. A failing check is a finding; the others still run. `onFound` gets the findings of each. */
export async function runChecks(
  checks: readonly Check[],
  context: CheckContext,
  onFound: (found: readonly CheckedFinding[]) => void,
): Promise<CheckedFinding[]> {
  const found: CheckedFinding[] = [];
  for (const { name, run } of checks) {
    const say = (text: string) => context.say(`${name}: ${text}`);
    try {
      for (const finding of await run({ ...context, say })) found.push({ check: name, finding });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      found.push({ check: name, finding: { what: name, reason: `failed: ${error.message}` } });
    }
    onFound(found.filter(({ check }) => check === name));
  }
  return found;
}

/** @throws Error with the known names if one of `names` is unknown. An empty text selects all. */
export function chooseChecks(all: readonly Check[], names: string): Check[] {
  if (names === '') return [...all];
  return names.split(',').map((name) => {
    const check = all.find((one) => one.name === name);
    if (check === undefined) throw new Error(`unknown check ${name}; checks: ${all.map((one) => one.name).join(', ')}`);
    return check;
  });
}

/** Figures and goals as a Markdown table. */
export function writeFindings(found: readonly CheckedFinding[]): string {
  const rows = found.map(({ check, finding }) => {
    if ('reason' in finding) return [check, finding.what, '–', '', 'not measured', firstLine(finding.reason)];
    const { what, figure, unit, goal, note = '' } = finding;
    const wanted = 'atLeast' in goal ? `≥ ${round(goal.atLeast)}` : `≤ ${round(goal.atMost)}`;
    return [check, what, `${round(figure)} ${unit}`.trim(), wanted, isMet(finding) ? 'met' : 'MISSED', note];
  });
  return writeColumns(['check', 'what', 'figure', 'goal', '', 'made of'], rows);
}

/** Unmeasured goals count as missed. */
export function allMet(found: readonly CheckedFinding[]): boolean {
  return found.every(({ finding }) => !('reason' in finding) && isMet(finding));
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toFixed(2)));
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
