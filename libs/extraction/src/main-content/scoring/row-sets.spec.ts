import fc from 'fast-check';
import { ROWS_AT_ONCE, RowSets } from './row-sets';

const float = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.float({ noNaN: true }),
  fc.constantFrom(0, -0, 1e-45, -1e-45, 3.4e38, -3.4e38),
);

describe('RowSets', () => {
  it('contains the rows at or above every edge after each fill', () => {
    const edgesOf = fc
      .array(float, { maxLength: 40 })
      .map((edges) => [...new Set(edges.map((edge) => Math.fround(edge) + 0))].sort((a, b) => a - b));
    const features = fc.array(edgesOf, { minLength: 1, maxLength: 3 });
    /** By fill: number of rows, whether all rows are equal, and the index of the value of each feature. */
    const fills = fc.array(
      fc.tuple(fc.integer({ min: 1, max: ROWS_AT_ONCE }), fc.boolean(), fc.array(fc.nat(), { minLength: 1 })),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(features, fc.array(float, { minLength: 1 }), fills, (edges, others, rounds) => {
        const sets = new RowSets(
          edges.map(({ length }) => length),
          Float32Array.from(edges.flat()),
        );
        const values = [...others, ...edges.flat()];
        for (const [rows, isAlike, choices] of rounds) {
          const choose = (row: number, feature: number): number => {
            const at = choices[((isAlike ? 0 : row) + feature) % choices.length] as number;
            return Math.fround(values[at % values.length] as number);
          };
          const figures = Array.from({ length: rows }, (_, row) => edges.map((_own, feature) => choose(row, feature)));
          sets.fill(Float32Array.from(figures.flat()), 0, rows);
          const said = figures.map((_, row) => [...sets.reached].map((reached) => ((reached >>> row) & 1) === 1));
          const wanted = figures.map((row) =>
            edges.flatMap((own, at) => own.map((edge) => (row[at] as number) >= edge)),
          );
          expect(said).toEqual(wanted);
        }
      }),
    );
  });
});
