export interface Metric {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Samples of the Prometheus text format. */
export function parseMetrics(text: string): Metric[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, content]) => [label, content]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

/** The sum over the samples with these labels; undefined if there is none. */
export function sumOf(metrics: readonly Metric[], name: string, labels: Record<string, string> = {}) {
  const found = metrics.filter(
    (metric) =>
      metric.name === name && Object.entries(labels).every(([label, content]) => metric.labels[label] === content),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
