// Reads PromQL expressions with the parser of Prometheus' editor.
import { parser } from '@prometheus-io/lezer-promql';

/** Labels that Prometheus adds to each target. */
const LABELS_OF_TARGETS = new Set(['job', 'instance', 'namespace', 'pod']);

/**
 * @returns {{ metric: string, labels: string[], matchers: { label: string, op: string, value: string }[] }[]} matchers
 * and grouping labels of each selector
 * @throws Error when the expression is invalid
 */
export function readSelectors(expression) {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h');
  const selectors = [];
  const open = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`is no PromQL at ${node.from}: ${text}`);
      if (node.name === 'AggregateExpr') open.push({ to: node.to, labels: groupingLabels(text, node.node) });
      if (node.name !== 'VectorSelector') return;
      const matchers = matchersOf(text, node.node).filter(({ label }) => !LABELS_OF_TARGETS.has(label));
      const grouped = open.flatMap(({ labels }) => labels);
      selectors.push({
        metric: text.slice(node.from, node.to).match(/^\w+/)[0],
        labels: [...new Set([...matchers.map(({ label }) => label), ...grouped])],
        matchers,
      });
    },
    leave(node) {
      if (node.name === 'AggregateExpr') open.pop();
    },
  });
  return selectors;
}

/** The expression with a further matcher in every selector. */
export function addMatcher(expression, matcher) {
  const places = [];
  parser.parse(expression.replaceAll('$__rate_interval', '000000000000005m')).iterate({
    enter(node) {
      if (node.name === 'VectorSelector') places.push({ from: node.from, to: node.to });
    },
  });
  return places.reverse().reduce((text, { from, to }) => {
    const selector = text.slice(from, to);
    const extended = selector.endsWith('}') ? `${selector.slice(0, -1)}, ${matcher}}` : `${selector}{${matcher}}`;
    return text.slice(0, from) + extended + text.slice(to);
  }, expression);
}

function groupingLabels(text, node) {
  const labels = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
  return labels.map(({ from, to }) => text.slice(from, to)).filter((label) => !LABELS_OF_TARGETS.has(label));
}

function matchersOf(text, node) {
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return matchers.map(({ from, to }) => {
    const [, label, op, value] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text.slice(from, to));
    return { label, op, value };
  });
}
