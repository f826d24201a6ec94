import { parseMetrics, sumOf } from './parse-metrics';

const text = `# HELP pages Pages.
# TYPE pages gauge
pages{lane="bulk",state="a \\"quoted\\" }"} 3
pages{lane="interactive"} 4
up 1
broken line here
`;

describe('parseMetrics', () => {
  it('reads names, labels and values, and ignores other lines', () => {
    expect(parseMetrics(text)).toEqual([
      { name: 'pages', labels: { lane: 'bulk', state: 'a \\"quoted\\" }' }, value: 3 },
      { name: 'pages', labels: { lane: 'interactive' }, value: 4 },
      { name: 'up', labels: {}, value: 1 },
    ]);
  });

  it('is summed by name and labels', () => {
    const metrics = parseMetrics(text);
    expect([sumOf(metrics, 'pages'), sumOf(metrics, 'pages', { lane: 'bulk' }), sumOf(metrics, 'absent')]).toEqual([
      ...[7, 3, undefined],
    ]);
  });
});
