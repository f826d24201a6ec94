export interface PathRule {
  allow: boolean;
  length: number;
  start: string;
  rest: string[];
  /** Ends with `$`: the whole path must match. */
  isAnchored: boolean;
}

/** Parses the rules of a group with canonical paths. Empty rules are skipped. */
export function parsePathRules(lines: readonly string[]): PathRule[] {
  return lines.flatMap((line) => {
    const [, name, pattern = ''] = /^(allow|disallow): (.+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const isAnchored = pattern.endsWith('$');
    const [start = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
    return [{ allow: name === 'allow', length: pattern.length, start, rest, isAnchored }];
  });
}

/** The longest matching rule; Allow wins a tie. Same result as robots-parser in linear time. */
export function findRule(rules: readonly PathRule[], path: string): PathRule | undefined {
  let best: PathRule | undefined;
  for (const rule of rules) {
    const isWeaker =
      best !== undefined && (rule.length < best.length || (rule.length === best.length && (best.allow || !rule.allow)));
    if (!isWeaker && matches(rule, path)) best = rule;
  }
  return best;
}

function matches({ start, rest, isAnchored }: PathRule, path: string): boolean {
  if (!path.startsWith(start)) return false;
  const last = rest.at(-1);
  if (last === undefined) return !isAnchored || path.length === start.length;
  let at = start.length;
  for (const part of rest.slice(0, -1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return isAnchored ? path.length - last.length >= at && path.endsWith(last) : path.indexOf(last, at) >= 0;
}
