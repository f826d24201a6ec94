import type { Block } from './blocks';
import { makeBlocks } from './make-blocks';
import { makeRows } from './make-rows';
import { orderRows } from './order-rows';
import type { TextRun } from './page-text';
import { writeHtml } from './write-html';

type Line = [left: number, y: number, text: string, size?: number];

/** Letters are half as wide as high. */
function runOf([left, y, text, size = 10]: Line): TextRun {
  const right = left + (text.length * size) / 2;
  return { text, left, right, y, size, isMono: false, isRightToLeft: false, isApart: false };
}

function read(...pages: Line[][]): Block[] {
  const rows = pages.map((lines) => ({ rows: makeRows(lines.map(runOf)), turned: [] }));
  return makeBlocks(orderRows(rows, { dropRunning: true }));
}

function textsOf(blocks: Block[]): string[] {
  return blocks.map((block) => ('text' in block ? block.text : block.kind));
}

const filler = 'words that fill the whole of a line of text';

describe('the lines of a page', () => {
  it.each<[string, Line[], string[]]>([
    [
      'join to a paragraph',
      [
        [50, 700, `One ${filler}`],
        [50, 688, `two ${filler}`],
        [50, 676, 'three.'],
      ],
      [`One ${filler} two ${filler} three.`],
    ],
    [
      'part where there is a gap',
      [
        [50, 700, `One ${filler}`],
        [50, 688, `two ${filler}`],
        [50, 668, `Three ${filler}`],
      ],
      [`One ${filler} two ${filler}`, `Three ${filler}`],
    ],
    [
      'part where the next word had room',
      [
        [50, 700, 'Short'],
        [50, 688, `Long ${filler}`],
      ],
      ['Short', `Long ${filler}`],
    ],
    [
      'part at an indented beginning',
      [
        [50, 700, `One ${filler}.`],
        [62, 688, `Two ${filler}`],
      ],
      [`One ${filler}.`, `Two ${filler}`],
    ],
    [
      'put divided words together',
      [
        [50, 700, `${filler} docu-`],
        [50, 688, `ments of ${filler}`],
      ],
      [`${filler} documents of ${filler}`],
    ],
    [
      'leave compounds alone that stand elsewhere',
      [
        [50, 700, `${filler} well-`],
        [50, 688, `known and ${filler}`],
        [50, 676, `is well-known ${filler}`],
      ],
      [`${filler} well-known and ${filler} is well-known ${filler}`],
    ],
    [
      'know no spaces in Chinese',
      [
        [50, 700, '这是一个很长的句子它在这里'],
        [50, 688, '继续下去'],
      ],
      ['这是一个很长的句子它在这里继续下去'],
    ],
    [
      'take in what is raised',
      [
        [50, 700, `One ${filler}`],
        [270, 704, '2', 6],
      ],
      [`One ${filler}2`],
    ],
    [
      'drop the dots that lead to a page',
      [
        [50, 700, 'Chapter . . . . . . . 7'],
        [50, 688, 'Index ........... 9'],
      ],
      ['Chapter 7', 'Index 9'],
    ],
  ])('%s', (_title, lines, texts) => {
    expect(textsOf(read(lines))).toEqual(texts);
  });

  it('are headings where they are larger than the text', () => {
    const lines: Line[] = [
      [50, 700, 'The title', 24],
      [50, 672, 'goes on', 24],
      [50, 640, 'A part', 14],
      [50, 620, `One ${filler}`],
      [50, 608, filler],
      [50, 590, 'Small print of no weight', 8],
    ];
    expect(read(lines)).toMatchObject([
      { kind: 'heading', level: 1, text: 'The title goes on' },
      { kind: 'heading', level: 2, text: 'A part' },
      { kind: 'paragraph' },
      { kind: 'paragraph', text: 'Small print of no weight' },
    ]);
  });

  it('are lists where they begin with a bullet or a number', () => {
    const lines: Line[] = [
      [60, 700, '•'],
      [80, 700, `One ${filler}`],
      [80, 688, 'more of one'],
      [80, 676, '\uf0b7 inner'],
      [60, 664, '• Two'],
      [50, 640, '3. Three of it'],
      [50, 628, '4. Four of it'],
      [50, 600, `In the year of ${filler} of`],
      [50, 588, `1998. That is no list, ${filler}`],
    ];
    expect(writeHtml(read(lines))).toBe(
      `<!DOCTYPE html><html><body><ul><li>One ${filler} more of one<ul><li>inner</li></ul></li><li>Two</li></ul>` +
        '<ol start="3"><li>Three of it</li><li>Four of it</li></ol>' +
        `<p>In the year of ${filler} of 1998. That is no list, ${filler}</p></body></html>`,
    );
  });

  it('are a table where their cells stand below one another', () => {
    const lines: Line[] = [
      [50, 720, `Before ${filler}`],
      [50, 700, 'Name'],
      [150, 700, 'What it is'],
      [280, 700, 'Price'],
      [50, 680, 'Alpha'],
      [150, 680, 'A thing of two'],
      [150, 668, 'lines'],
      [285, 680, '1.50'],
      [50, 650, 'Beta'],
      [285, 650, '20'],
      [50, 620, `After ${filler}`],
    ];
    expect(read(lines)).toMatchObject([
      { kind: 'paragraph' },
      {
        kind: 'table',
        hasHeader: true,
        rows: [
          ['Name', 'What it is', 'Price'],
          ['Alpha', 'A thing of two lines', '1.50'],
          ['Beta', '', '20'],
        ],
      },
      { kind: 'paragraph', text: `After ${filler}` },
    ]);
  });

  /** Six lines of 30 letters, 150 points wide. */
  const columnOf = (name: string, left: number, top: number): Line[] =>
    [1, 2, 3, 4, 5, 6].map((row) => [left, top - 12 * row, `${name}${row} words of a column of text`.padEnd(30, 'x')]);
  const orderOf = (lines: Line[]): string[] =>
    JSON.stringify(read(lines)).match(/(?:one|two|three|across)\d|Title|Table/g) ?? [];
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
      'three columns whose lines stand on baselines of their own',
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
  ])('are read in order: %s', (_, lines, order) => {
    expect(orderOf(lines)).toEqual(order);
  });

  it('are one table over several pages where the names of its columns are there again', () => {
    const page = (rows: string[][]): Line[] =>
      [['Name', 'What it is', 'Price'], ...rows].flatMap((row, index) =>
        row.map((text, column): Line => [50 + 115 * column, 700 - 20 * index, text]),
      );
    const [first, second] = [
      page([
        ['Alpha', 'a', '1'],
        ['Beta', 'b', '2'],
      ]),
      page([
        ['Gamma', 'c', '3'],
        ['Delta', 'd', '4'],
      ]),
    ];
    expect(read(first, second)).toMatchObject([
      {
        rows: [
          ['Name', 'What it is', 'Price'],
          ['Alpha', 'a', '1'],
          ['Beta', 'b', '2'],
          ['Gamma', 'c', '3'],
          ['Delta', 'd', '4'],
        ],
      },
    ]);
  });

  it('are no table where gaps are only wide', () => {
    const lines: Line[] = [
      [50, 700, 'some words with'],
      [140, 700, 'a wide gap in between'],
      [50, 688, 'some more words'],
      [160, 688, 'with a gap elsewhere'],
      [50, 676, 'a few words'],
      [120, 676, 'that end here in a stop.'],
    ];
    expect(read(lines)).toMatchObject([{ kind: 'paragraph' }]);
  });

  it('are read column by column', () => {
    const column = (left: number, name: string): Line[] =>
      [1, 2, 3, 4, 5].map((row) => [left, 700 - 12 * row, `${name}${row} ${filler}`.slice(0, 40)]);
    const lines: Line[] = [
      [50, 720, `Across ${filler} and ${filler}, both columns.`],
      ...column(50, 'left'),
      ...column(270, 'right'),
      [50, 600, 'A note.'],
    ];
    const [across, ...columns] = textsOf(read(lines));
    expect(across).toMatch(/^Across/);
    expect(
      columns
        .join(' ')
        .match(/left\d|right\d|note/g)
        ?.join(' '),
    ).toBe('left1 left2 left3 left4 left5 right1 right2 right3 right4 right5 note');
  });

  it('lose what runs along with the pages, and go on over their ends', () => {
    const pages = [1, 2, 3, 4, 5, 6].map((number): Line[] => [
      [50, 760, number % 2 === 0 ? 'A Book' : `Chapter ${number} of it`],
      [50, 700, `page${number} goes on with ${filler}`],
      ...[1, 2, 3].map((row): Line => [50, 700 - 12 * row, `and ${filler}`]),
      [50, 652, `${number} of it is no number of a page, but the end`],
      [300, 40, `${number + 10}`],
    ]);
    const page = `${`and ${filler} `.repeat(3)}# of it is no number of a page, but the end`;
    const all = [1, 2, 3, 4, 5, 6].map((n) => `page${n} goes on with ${filler} ${page.replace('#', String(n))}`);
    const texts = textsOf(read(...pages));
    expect(texts.join(' ')).toBe(all.join(' '));
    expect(texts).toContainEqual(expect.stringContaining('the end page2 goes on'));
  });

  it('lose nothing on the way', () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}`);
    const lines = words.map(
      (word, index): Line => [
        50 + ((index * 7919) % 450),
        740 - ((index * 104729) % 690),
        word,
        8 + ((index * 31) % 9),
      ],
    );
    const html = writeHtml(read(lines));
    for (const word of words) expect(html).toMatch(new RegExp(`${word}(?!\\d)`));
  });
});
