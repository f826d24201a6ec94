/** The ablation as markdown. */
import { mean } from './metrics.mjs';

const HALVES = ['write', 'prove'];
/** An invariant passes if leaving it out costs this much of F1 on two kinds, or this share of a reader count. */
const GAIN_F1 = 0.001;
const GAIN_COUNT = 0.01;
const LOSS_F1 = 0.002;
const LEAST_SITES = 10;

export function ablationTable({ rules, counts, results }) {
  const kinds = [
    'article',
    ...[...new Set(results.map(({ kind }) => kind))].filter((kind) => kind !== 'article').sort(),
  ];
  const context = { kinds, counts };
  const lines = [
    '# Ablation of the structure invariants',
    '',
    'Made by `node training/ablation.mjs SET --folds WORK`. Each page is scored by the model that was trained without its site.',
    'F1 ignores a title line that is missing from the truth. Kinds are F1; reader counts are shares; `without` counts',
    'unwanted snippets. Rows with a sign are differences: all invariants but one (to `all`), and one alone (to `none`).',
  ];
  for (const half of HALVES) {
    const own = results.filter((result) => result.half === half);
    const all = figures(own, 'all', context);
    const none = figures(own, 'none', context);
    lines.push('', `## ${half} (${own.length} pages)`, '', row(['', 'sites', 'F1', ...kinds, ...counts]));
    lines.push(`|${'---|'.repeat(3 + kinds.length + counts.length)}`);
    lines.push(
      row(['all', '', ...valuesOf(all, context).map(plain)]),
      row(['none', '', ...valuesOf(none, context).map(plain)]),
    );
    for (const { name } of rules) {
      const left = figures(own, `without ${name}`, context);
      const only = figures(own, `only ${name}`, context);
      lines.push(
        row([`without ${name}`, sitesChanged(own, 'all', `without ${name}`), ...differences(left, all, context)]),
      );
      lines.push(row([`only ${name}`, sitesChanged(own, 'none', `only ${name}`), ...differences(only, none, context)]));
    }
  }
  lines.push('', '## Gate', '', verdict(rules, results, context));
  return `${lines.join('\n')}\n`;
}

function figures(own, variant, { kinds, counts }) {
  const scores = own.map(({ kind, scores }) => ({ kind, ...scores[variant] }));
  const f1 = (isWanted) => mean(scores.filter(isWanted).map(({ apart }) => apart));
  const rate = (name) => {
    const of = (place) => scores.reduce((sum, { counts }) => sum + counts[name][place], 0);
    return of(0) / Math.max(1, of(1));
  };
  return {
    f1: f1(() => true),
    kinds: Object.fromEntries(kinds.map((wanted) => [wanted, f1(({ kind }) => kind === wanted)])),
    counts: Object.fromEntries(counts.map((name) => [name, rate(name)])),
  };
}

const valuesOf = (of, { kinds, counts }) => [
  of.f1,
  ...kinds.map((kind) => of.kinds[kind]),
  ...counts.map((name) => of.counts[name]),
];
const differences = (to, from, context) => {
  const base = valuesOf(from, context);
  return valuesOf(to, context).map((value, at) => signed(value - base[at]));
};

function sitesChanged(own, from, to) {
  return new Set(
    own
      .filter(({ scores }) => scores[from] !== scores[to] && changed(scores[from], scores[to]))
      .map(({ site }) => site),
  ).size;
}

const changed = (a, b) => a.f1 !== b.f1 || JSON.stringify(a.counts) !== JSON.stringify(b.counts);

/** The gain of each invariant on `prove`, and whether it passes the gate. */
function verdict(rules, results, context) {
  const own = results.filter(({ half }) => half === 'prove');
  const all = figures(own, 'all', context);
  const none = figures(own, 'none', context);
  const lines = [
    row(['invariant', 'sites', 'F1 gain with all others', 'F1 gain alone', 'counts gained', 'passes']),
    '|---|---|---|---|---|---|',
  ];
  for (const { name } of rules) {
    const gains = [
      gainOf(all, figures(own, `without ${name}`, context), context),
      gainOf(figures(own, `only ${name}`, context), none, context),
    ];
    const sites = sitesChanged(own, 'all', `without ${name}`);
    const passes =
      sites >= LEAST_SITES &&
      gains.some(({ kinds, counts, losses }) => losses.length === 0 && (kinds.length >= 2 || counts.length > 0));
    const gained = [...new Set(gains.flatMap(({ counts }) => counts))];
    lines.push(row([name, sites, signed(gains[0].f1), signed(gains[1].f1), gained.join(', '), passes ? 'yes' : 'no']));
  }
  return lines.join('\n');
}

function gainOf(to, from, { kinds, counts }) {
  const gain = (kind) => to.kinds[kind] - from.kinds[kind];
  // Fewer unwanted snippets are a gain.
  const counted = (name) => (to.counts[name] - from.counts[name]) * (name === 'without' ? -1 : 1);
  return {
    f1: to.f1 - from.f1,
    kinds: kinds.filter((kind) => gain(kind) >= GAIN_F1),
    losses: kinds.filter((kind) => gain(kind) < -LOSS_F1),
    counts: counts.filter((name) => counted(name) >= GAIN_COUNT),
  };
}

const row = (cells) => `| ${cells.join(' | ')} |`;
const plain = (value) => value.toFixed(3);
const signed = (value) => (Math.abs(value) < 0.00005 ? '' : `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(4)}`);
