import { filler, type Line, readLines, textsOf } from '../../test/read-lines';
import { writeHtml } from './write-html';

describe('orderRows', () => {
  /** Six lines of 30 letters, 150 points wide. */
  const columnOf = (name: string, left: number, top: number): Line[] =>
    [1, 2, 3, 4, 5, 6].map((row) => [left, top - 12 * row, `${name}${row} words of a column of text`.padEnd(30, 'x')]);
  const orderOf = (lines: Line[]): string[] =>
    JSON.stringify(readLines(lines)).match(/(?:one|two|three|across)\d|Title|Table/g) ?? [];
  const six = (name: string): string[] => [1, 2, 3, 4, 5, 6].map((row) => `${name}${row}`);
  /** Of the third line, the outer columns stand as near to the inner one as words do. */
  const touching = (): Line[] =>
    ['one', 'two', 'three'].flatMap((name, column) =>
      columnOf(name, 50 + 161 * column, 700).map(
        ([left, y, text], row): Line => [left + (row === 2 ? 3 - 3 * column : 0), y, text.slice(0, 30)],
      ),
    );

  it.each<[string, Line[], string[]]>([
    [
      'three columns with different baselines',
      [...columnOf('one', 50, 700), ...columnOf('two', 215, 704), ...columnOf('three', 380, 696)],
      [...six('one'), ...six('two'), ...six('three')],
    ],
    [
      'two columns so close that some of their lines touch',
      [
        ...columnOf('one', 50, 700),
        ...columnOf('two', 209, 700).map(([left, ...line], row): Line => [left + 3 * (row % 3), ...line]),
      ],
      [...six('one'), ...six('two')],
    ],
    [
      'three columns so close that a line of them touches over both gutters',
      touching(),
      [...six('one'), ...six('two'), ...six('three')],
    ],
    [
      'the same of which the first is shorter',
      touching().filter(([, , text]) => !text.startsWith('one6')),
      [...six('one').slice(0, 5), ...six('two'), ...six('three')],
    ],
    [
      'three columns below a table whose cells leave the gutters free',
      [
        [150, 780, 'Title of the whole page', 20],
        ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((row) =>
          [60, 120, 225, 285, 390, 450].map(
            (left, cell): Line => [left, 740 - 13 * row, cell === 0 ? `across${row}` : '12'],
          ),
        ),
        ...columnOf('one', 50, 620),
        ...columnOf('two', 215, 620),
        ...columnOf('three', 380, 620),
      ],
      [
        'Title',
        ...[0, 1, 2, 3, 4, 5, 6, 7].map((row) => `across${row}`),
        ...six('one'),
        ...six('two'),
        ...six('three'),
      ],
    ],
  ])('orders %s', (_, lines, order) => {
    expect(orderOf(lines)).toEqual(order);
  });

  it('reads column by column', () => {
    const column = (left: number, name: string): Line[] =>
      [1, 2, 3, 4, 5].map((row) => [left, 700 - 12 * row, `${name}${row} ${filler}`.slice(0, 40)]);
    const lines: Line[] = [
      [50, 720, `Across ${filler} and ${filler}, both columns.`],
      ...column(50, 'left'),
      ...column(270, 'right'),
      [50, 600, 'A note.'],
    ];
    const [across, ...columns] = textsOf(readLines(lines));
    expect(across).toMatch(/^Across/);
    expect(
      columns
        .join(' ')
        .match(/left\d|right\d|note/g)
        ?.join(' '),
    ).toBe('left1 left2 left3 left4 left5 right1 right2 right3 right4 right5 note');
  });

  it('removes running headers and joins paragraphs across pages', () => {
    const pages = [1, 2, 3, 4, 5, 6].map((number): Line[] => [
      [50, 760, number % 2 === 0 ? 'A Book' : `Chapter ${number} of it`],
      [50, 700, `page${number} goes on with ${filler}`],
      ...[1, 2, 3].map((row): Line => [50, 700 - 12 * row, `and ${filler}`]),
      [50, 652, `${number} of it is no number of a page, but the end`],
      [300, 40, `${number + 10}`],
    ]);
    const page = `${`and ${filler} `.repeat(3)}# of it is no number of a page, but the end`;
    const all = [1, 2, 3, 4, 5, 6].map((n) => `page${n} goes on with ${filler} ${page.replace('#', String(n))}`);
    const texts = textsOf(readLines(...pages));
    expect(texts.join(' ')).toBe(all.join(' '));
    expect(texts).toContainEqual(expect.stringContaining('the end page2 goes on'));
  });

  it('loses no line', () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}`);
    const lines = words.map(
      (word, index): Line => [
        50 + ((index * 7919) % 450),
        740 - ((index * 104729) % 690),
        word,
        8 + ((index * 31) % 9),
      ],
    );
    const html = writeHtml(readLines(lines));
    for (const word of words) expect(html).toMatch(new RegExp(`${word}(?!\\d)`));
  });
});
