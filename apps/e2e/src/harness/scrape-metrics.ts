import type { System } from './system';

/** One line of the metrics text. */
export interface Sample {
  metric: string;
  labels: Record<string, string>;
  value: number;
}

export async function scrapeMetrics(system: System): Promise<Sample[]> {
  const text = await fetch(`${system.process('standalone').url}/metrics`).then((answer) => answer.text());
  return text.split('\n').flatMap((line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (found === null) return [];
    const [, metric = '', labels = '', value] = found;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return [{ metric, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}
