// Builders of panels and queries. A panel has title, unit, queries by legend, and an optional description.

export const graph = (title, unit, queries, description) => ({ kind: 'graph', title, unit, queries, description });
/** Red from `alarm` on. */
export const stat = (title, unit, query, alarm) => ({ kind: 'stat', title, unit, queries: { '': query }, alarm });
export const table = (title, query, description) => ({
  kind: 'table',
  title,
  unit: 'none',
  queries: { '': query },
  description,
});

const by = (labels) => (labels === '' ? '' : `by (${labels}) `);
export const rate = (metric, labels = '') => `sum ${by(labels)}(rate(${metric}[$__rate_interval]))`;
export const largest = (metric, labels = '') => `max ${by(labels)}(${metric})`;
export const total = (metric, labels = '') => `sum ${by(labels)}(${metric})`;
export const percentile = (share, metric, labels = '') =>
  `histogram_quantile(${share}, sum by (${['le', labels].filter(Boolean).join(', ')}) (rate(${metric}_bucket[$__rate_interval])))`;
export const increase = (time, metric, labels = '') => `sum ${by(labels)}(increase(${metric}[${time}]))`;
