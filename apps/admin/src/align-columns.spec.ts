import { alignColumns } from './align-columns';

describe('alignColumns', () => {
  it('aligns a few rows, and as many as there may be', () => {
    expect(
      alignColumns([
        ['A', 'B'],
        ['long', ''],
      ]),
    ).toEqual(['A     B', 'long']);
    expect(alignColumns(Array.from({ length: 300_000 }, () => ['x']))).toHaveLength(300_000);
  });
});
