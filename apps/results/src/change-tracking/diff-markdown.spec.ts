import { applyPatch } from 'diff';
import { diffMarkdown } from './diff-markdown';
import { fingerprintMarkdown } from './fingerprint-markdown';

const lines = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}`).join('\n');
const HEAD = '--- previous\n+++ current\n';

describe('diffMarkdown', () => {
  it.each([
    ['one line among others', 'a\nb\nc', 'a\nB\nc', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
    ['a line at the end', 'a\nb', 'a\nb\nc', '@@ -1,2 +1,3 @@\n a\n b\n+c\n'],
    ['a line at the start', 'b\nc', 'a\nb\nc', '@@ -1,2 +1,3 @@\n+a\n b\n c\n'],
    ['everything, from nothing', '', 'a', '@@ -0,0 +1,1 @@\n+a\n'],
    ['everything, to nothing', 'a\nb', '', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
    [
      'the middle of a long text with context and position',
      `${lines(50, 'x')}\nold\n${lines(50, 'y')}`,
      `${lines(50, 'x')}\nnew\n${lines(50, 'y')}`,
      '@@ -48,7 +48,7 @@\n x 47\n x 48\n x 49\n-old\n+new\n y 0\n y 1\n y 2\n',
    ],
    ['lines that share their ends', 'one tail\n', 'two tail\n', '@@ -1,1 +1,1 @@\n-one tail\n+two tail\n'],
    ['empty lines', '\n\na', '\na', '@@ -1,3 +1,2 @@\n \n-\n a\n'],
  ])('diffs %s', (_, before, after, expected) => {
    expect(diffMarkdown(before, after)).toBe(HEAD + expected);
  });

  it.each([
    ['few changes far apart', lines(3_000, 'w'), lines(3_000, 'w').replace('w 7\n', 'W\n').replace('w 2900', 'V')],
    ['too many changes for the search', lines(9_000, 'a'), lines(9_000, 'b')],
    ['too many lines for the search', `x\n${'a\n'.repeat(90_000)}y`, `x\n${'b\n'.repeat(90_000)}y`],
    ['a removed repetition', 'a\n'.repeat(10), 'a\n'.repeat(9)],
    ['the same words in another order', 'a\nb\nc\nd\ne\nf\ng\nh', 'h\ng\nf\ne\nd\nc\nb\na'],
  ])('produces a diff that transforms one text into the other: %s', (_, before, after) => {
    const end = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
    const diff = diffMarkdown(before, after);
    expect(applyPatch(end(before), diff!)).toBe(end(after));
  });

  it('returns a short diff for one change in a long text', () => {
    const before = lines(200_000, 'a line of a long page');
    expect(diffMarkdown(before, `${before}\nlast`)!.length).toBeLessThan(300);
  });

  it.each([
    ['with different lines', lines(150_000, 'some words of the one'), lines(150_000, 'some words of the other')],
    ['with millions of short lines', 'a\n'.repeat(2_600_000), 'b\n'.repeat(2_600_000)],
    ['without a line break', 'a'.repeat(5_000_000), 'b'.repeat(5_000_000)],
  ])('limits the time for two texts of five megabytes: %s', (_, before, after) => {
    const startedAt = performance.now();
    expect(diffMarkdown(before, after)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('fingerprintMarkdown', () => {
  const frame = (path: string) => `[player.example.com](https://player.example.com/${path})`;

  it.each([
    ['whitespace', 'a b\n\n c', 'a\tb c'],
    ['URLs of frames', `x\n${frame('v/1?session=17')}`, `x ${frame('v/2?session=18')}`],
    ['URLs of frames named iframe', '[iframe](https://a.test/1)', '[iframe](https://b.test/2)'],
  ])('ignores %s', (_, one, other) => {
    expect(fingerprintMarkdown(one)).toBe(fingerprintMarkdown(other));
  });

  it('ignores the URL of a titled frame', () => {
    const films = [1, 2].map((n) => ({ markdown: `[A film](https://a.test/${n})`, frames: [`https://a.test/${n}`] }));
    const [one, other] = films.map(({ markdown, frames }) => fingerprintMarkdown(markdown, frames));
    expect(one).toBe(other);
  });

  it.each([
    ['words', 'a b', 'a c'],
    ['URLs of links', '[more](https://a.test/1)', '[more](https://a.test/2)'],
    ['the host of a frame', frame('1'), '[other.example.com](https://other.example.com/1)'],
    ['the order of lines', 'a\nb', 'b\na'],
  ])('distinguishes %s', (_, one, other) => {
    expect(fingerprintMarkdown(one)).not.toBe(fingerprintMarkdown(other));
  });

  it.each([
    ['', '['],
    ['', '[a](https://a'],
    ['', '[a.test](https://a.test/'],
    ['', ' \n'],
    ['[a](https://', 'xxxxxxxxxxxxxxxxxxxxxxxxx'],
    ['[a](https://a/', 'xxxxxxxxxxxxxxxxxxxxxxxxx'],
  ])('scans a text of %j followed by %j in linear time', (begin, piece) => {
    const startedAt = performance.now();
    fingerprintMarkdown(`${begin}${piece.repeat(400_000)} `);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
