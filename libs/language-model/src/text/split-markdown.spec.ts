import { estimateTokens } from '../model/model-session';
import { splitMarkdown } from './split-markdown';

const words = (count: number) => 'Some words. '.repeat(count / 2).trim();

describe('splitMarkdown', () => {
  it('returns a short text unchanged', () => {
    expect(splitMarkdown('# A\n\nB', 100)).toEqual(['# A\n\nB']);
  });

  it('splits before headings and repeats the parent headings', () => {
    const parts = splitMarkdown(`# A\n\n${words(100)}\n\n## B\n\n${words(120)}\n\n## C\n\n${words(120)}`, 300);
    expect(parts.map((part) => part.match(/^#.*$/gm))).toEqual([['# A'], ['# A', '## B'], ['# A', '## C']]);
  });

  const whole: [string, string][] = [
    ['code', ['```js', 'const a = 1;', '', '# no heading', '```'].join('\n')],
    ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
  ];
  it.each(whole)('keeps %s whole', (_, block) => {
    const text = Array.from({ length: 30 }, () => `${words(40)}\n\n${block}`).join('\n\n');
    const parts = splitMarkdown(text, 300);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join('\n\n').split(block)).toHaveLength(31);
  });

  it.each([
    ['words', words(5_000)],
    ['lines', Array.from({ length: 2_000 }, (_, n) => `Line ${n}`).join('\n')],
    ['a line of non-Latin script', '漢'.repeat(5_000)],
    ['a code block', `\`\`\`\n${'x'.repeat(9_000)}`],
    ['headings alone', Array.from({ length: 900 }, (_, n) => `# Heading ${n}`).join('\n')],
  ])('splits %s without loss into parts below the limit', (_, text) => {
    const parts = splitMarkdown(text, 400);
    for (const part of parts) expect(estimateTokens(part)).toBeLessThanOrEqual(400);
    const bare = (some: string) => some.replace(/\s/g, '');
    expect(bare(parts.join(''))).toBe(bare(text));
  });
});
