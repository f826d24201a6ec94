import { filler, type Line, readLines, textsOf } from '../../test/read-lines';

/** Size of a cap that spans so many lines of 10 points, 12 apart. */
const sizeOf = (lines: number): number => ((lines - 1) * 12 + 7) / 0.7;

/** A paragraph that begins at `left` with `cap`, which spans `lines`. */
function paragraph(cap: string, rest: string, lines: number, left = 50): Line[] {
  const size = sizeOf(lines);
  const indented = left + (cap.length * size) / 2 + 4;
  const at = (line: number): Line => [line < lines ? indented : left, 700 - 12 * line, line === 0 ? rest : filler];
  return [[left, 700 - 12 * (lines - 1), cap, size], ...Array.from({ length: 5 }, (_, line) => at(line))];
}

describe('joinDropCaps', () => {
  it.each<[string, string, string, number]>([
    ['of two lines', 'T', `he sea is calm. ${filler}`, 2],
    ['of three lines', 'T', `he sea is calm. ${filler}`, 3],
    ['of four lines', 'T', `he sea is calm. ${filler}`, 4],
    ['before small capitals', 'O', `NCE UPON a time ${filler}`, 3],
    ['before an apostrophe', 'I', `’m here ${filler}`, 2],
    ['with a quotation mark', '“W', `ell he said ${filler}`, 2],
    ['with an accent', 'É', `tait le soir ${filler}`, 2],
  ])('joins a drop cap with its word: %s', (_, cap, rest, lines) => {
    const [text] = textsOf(readLines(paragraph(cap, rest, lines)));
    expect(text).toMatch(new RegExp(`^${cap}${rest} ${filler}`));
  });

  it('joins a drop cap in a right-hand column', () => {
    const left: Line[] = Array.from({ length: 5 }, (_, line) => [50, 700 - 12 * line, filler]);
    const texts = textsOf(readLines([...left, ...paragraph('T', `he sea ${filler}`, 2, 320)]));
    expect(texts.join('\n')).toContain('The sea words');
  });

  it('joins a raised cap with its word', () => {
    const [text] = textsOf(
      readLines([
        [50, 700, 'T', 30],
        [67, 700, `he sea ${filler}`],
        [50, 688, filler],
      ]),
    );
    expect(text).toBe(`The sea ${filler} ${filler}`);
  });

  it.each<[string, Line[]]>([
    ['a number', paragraph('7', `reasons ${filler}`, 2)],
    ['a pull quote', paragraph('So', `he went ${filler}`, 2)],
    ['the letter of an index', paragraph('A', 'Anchors', 2)],
    ['a large quotation mark', paragraph('“', `he went ${filler}`, 2)],
    [
      'a letter that does not span whole lines',
      [
        [50, 694, 'T', 27],
        [67, 700, `he sea ${filler}`],
        [67, 688, filler],
        [50, 676, filler],
      ],
    ],
    [
      'a letter far from the text',
      [
        [50, 688, 'T', 27],
        [120, 700, `he sea ${filler}`],
        [120, 688, filler],
        [50, 676, filler],
      ],
    ],
  ])('does not join other large text: %s', (_, lines) => {
    const text = textsOf(readLines(lines)).join(' ');
    const [, , large] = lines[0] as Line;
    const [, , first] = lines[1] as Line;
    expect(text).not.toContain(`${large}${first}`);
    expect(text).toContain(first);
  });

  it('takes linear time', () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, at): Line => [50 + (at % 40) * 12, 700 - at / 40, 'T', at % 2 === 0 ? 30 : 10],
    );
    const before = process.cpuUsage();
    readLines(lines);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });
});
