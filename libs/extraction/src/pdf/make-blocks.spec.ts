import { filler, type Line, readLines, textsOf } from '../../test/read-lines';
import { writeHtml } from './write-html';

describe('makeBlocks', () => {
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
    expect(textsOf(readLines(lines))).toEqual(texts);
  });

  it('turns larger lines into headings', () => {
    const lines: Line[] = [
      [50, 700, 'The title', 24],
      [50, 672, 'goes on', 24],
      [50, 640, 'A part', 14],
      [50, 620, `One ${filler}`],
      [50, 608, filler],
      [50, 590, 'Small print of no weight', 8],
    ];
    expect(readLines(lines)).toMatchObject([
      { kind: 'heading', level: 1, text: 'The title goes on' },
      { kind: 'heading', level: 2, text: 'A part' },
      { kind: 'paragraph' },
      { kind: 'paragraph', text: 'Small print of no weight' },
    ]);
  });

  it('turns lines with bullets or numbers into lists', () => {
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
    expect(writeHtml(readLines(lines))).toBe(
      `<!DOCTYPE html><html><body><ul><li>One ${filler} more of one<ul><li>inner</li></ul></li><li>Two</li></ul>` +
        '<ol start="3"><li>Three of it</li><li>Four of it</li></ol>' +
        `<p>In the year of ${filler} of 1998. That is no list, ${filler}</p></body></html>`,
    );
  });

  it('turns aligned cells into a table', () => {
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
    expect(readLines(lines)).toMatchObject([
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

  it('joins a table across pages with repeated headers', () => {
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
    expect(readLines(first, second)).toMatchObject([
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

  it('does not turn wide gaps into a table', () => {
    const lines: Line[] = [
      [50, 700, 'some words with'],
      [140, 700, 'a wide gap in between'],
      [50, 688, 'some more words'],
      [160, 688, 'with a gap elsewhere'],
      [50, 676, 'a few words'],
      [120, 676, 'that end here in a stop.'],
    ];
    expect(readLines(lines)).toMatchObject([{ kind: 'paragraph' }]);
  });
});
