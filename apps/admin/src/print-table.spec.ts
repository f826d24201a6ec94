import { printTable } from './print-table';

describe('printTable', () => {
  it('aligns columns, also of 300,000 rows', () => {
    const linesOf = (rows: string[][]) => {
      const lines: string[] = [];
      printTable((line) => lines.push(line), rows);
      return lines;
    };
    expect(
      linesOf([
        ['A', 'B'],
        ['long', ''],
      ]),
    ).toEqual(['A     B', 'long']);
    expect(linesOf(Array.from({ length: 300_000 }, () => ['x']))).toHaveLength(300_000);
  });
});
