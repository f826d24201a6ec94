import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { FEATURE_NAMES } from './block-features';
import { openModel } from './scorer-model';
import { CHECKED_FROM, CHECKSUM_AT } from './scoring/model-format';
import { UnusableModelError } from './scoring/read-model-file';
import { type TrainedModel, type TrainedNode, writeModelFile } from './scoring/write-model-file';

const FEATURES = ['length', 'links', 'unused', 'depth'];
const CUT = { share: 0.6, power: 2, least: 0.08, most: 0.65 };
const NO_LEXICON = { attributes: new Map<number, number>(), words: new Map<number, number>() };

const leaf = (value: number): TrainedNode => ({ value });
const split = (feature: number, edge: number, left: TrainedNode, right: TrainedNode): TrainedNode => ({
  feature,
  edge: Math.fround(edge),
  left,
  right,
});

const MODEL: TrainedModel = {
  featureNames: FEATURES,
  trees: [
    split(0, 10, leaf(-1), split(1, 0.3, split(0, 25.5, leaf(0.5), leaf(2)), leaf(-0.75))),
    leaf(0.25),
    split(3, -1, leaf(0.125), leaf(-0.125)),
  ],
  base: -0.4,
  lexicon: {
    attributes: new Map([
      [-1_900_000_000, 1.5],
      [7, -2.25],
    ]),
    words: new Map([[2_000_000_000, 0.328125]]),
  },
  cut: CUT,
};

const odds = (probability: number): number => Math.log(probability / (1 - probability));

/** What the trees say, node by node. */
function follow(tree: TrainedNode, row: ArrayLike<number>): number {
  if ('value' in tree) return tree.value;
  return follow((row[tree.feature] as number) < tree.edge ? tree.left : tree.right, row);
}

describe('A model of main content', () => {
  it('adds up what its trees say about every row', () => {
    const rows = [
      { row: [5, 0, 0, -1.5], says: -1 + 0.25 + 0.125 },
      { row: [10, 0.1, 0, -1], says: 0.5 + 0.25 - 0.125 },
      { row: [25.5, 0.1, 9, 3], says: 2 + 0.25 - 0.125 },
      { row: [1000, 0.3, -9, -2], says: -0.75 + 0.25 + 0.125 },
    ];
    const scores = openModel(writeModelFile(MODEL), FEATURES).score(
      Float32Array.from(rows.flatMap(({ row }) => row)),
      rows.length,
    );
    rows.forEach(({ says }, index) => {
      expect(odds(scores[index] as number)).toBeCloseTo(MODEL.base + says, 3);
    });
  });

  it('says of any rows what its trees say node by node', () => {
    const edge = fc.integer({ min: -20, max: 20 });
    const forest = fc.array(
      fc.letrec<{ tree: TrainedNode }>((tie) => ({
        tree: fc.oneof(
          { maxDepth: 6, withCrossShrink: true },
          fc.double({ min: -2, max: 2, noNaN: true }).map(leaf),
          fc.tuple(fc.nat(3), edge, tie('tree'), tie('tree')).map((parts) => split(...parts)),
        ),
      })).tree,
      { minLength: 1, maxLength: 8 },
    );
    // More than are asked about at once.
    const rows = fc.array(fc.tuple(edge, edge, edge, edge), { maxLength: 70 });
    fc.assert(
      fc.property(forest, rows, (trees, table) => {
        const bytes = writeModelFile({ ...MODEL, trees, lexicon: NO_LEXICON });
        const scores = openModel(bytes, FEATURES).score(Float32Array.from(table.flat()), table.length);
        expect(scores).toHaveLength(table.length);
        table.forEach((row, index) => {
          const sum = trees.reduce((total, tree) => total + follow(tree, row), MODEL.base);
          expect(scores[index]).toBeCloseTo(1 / (1 + Math.exp(-sum)), 3);
        });
      }),
    );
  });

  it('carries the cut and, to the last bit, the lexicon it was trained with', () => {
    const { lexicon, cut, featureNames } = openModel(writeModelFile(MODEL), FEATURES);
    expect([lexicon.attributes.size, lexicon.words.size]).toEqual([2, 1]);
    expect(lexicon.attributes.get(-1_900_000_000)).toBe(1.5);
    expect(lexicon.attributes.get(7)).toBe(-2.25);
    expect(lexicon.words.get(2_000_000_000)).toBe(0.328125);
    expect(cut).toEqual(CUT);
    expect(featureNames).toEqual(FEATURES);
  });

  it('is written to the same bytes again, and read from any place in memory', () => {
    const bytes = writeModelFile(MODEL);
    expect(Buffer.compare(bytes, writeModelFile(MODEL))).toBe(0);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    const row = Float32Array.of(25.5, 0.1, 9, 3);
    const scores = openModel(moved.subarray(3), FEATURES).score(row, 1);
    expect(scores).toEqual(openModel(Buffer.from(bytes), FEATURES).score(row, 1));
  });

  it('refuses rows that are not of its width', () => {
    expect(() => openModel(writeModelFile(MODEL), FEATURES).score(new Float32Array(7), 2)).toThrow(RangeError);
  });

  test.each([
    { title: 'other features', wanted: ['length', 'links', 'unused', 'breadth'], message: /other features.*depth/ },
    { title: 'the same features in another order', wanted: ['links', 'length', 'unused', 'depth'], message: /other/ },
    { title: 'fewer features', wanted: FEATURES.slice(0, 3), message: /4 of them.*computes 3/ },
    { title: 'more features', wanted: [...FEATURES, 'colour'], message: /computes 5, with colour/ },
  ])('is refused if it was trained for $title', ({ wanted, message }) => {
    expect(() => openModel(writeModelFile(MODEL), wanted)).toThrow(message);
    expect(() => openModel(writeModelFile(MODEL), wanted)).toThrow(UnusableModelError);
  });

  test.each([
    {
      title: 'speaks of more trees than there are',
      from: '"trees":3',
      to: '"trees":5',
      message: /header speaks of more|ends/,
    },
    { title: 'speaks of fewer trees than there are', from: '"trees":3', to: '"trees":1', message: /a tree|its trees/ },
    { title: 'speaks of columns beyond its end', from: '"words":1', to: '"words":9', message: /speaks of more/ },
    {
      title: 'asks for a feature that there is not',
      from: '["length","links","unused","depth"]',
      to: '["length","links","unused"]        ',
      message: /feature that there is not/,
    },
  ])('is refused if its checksum is right, but it $title', ({ from, to, message }) => {
    const bytes = Buffer.from(writeModelFile(MODEL));
    bytes.write(to, bytes.indexOf(from), 'latin1');
    bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), CHECKSUM_AT);
    const names = JSON.parse(to.startsWith('[') ? to : JSON.stringify(FEATURES)) as string[];
    expect(() => openModel(bytes, names)).toThrow(message);
    expect(() => openModel(bytes, names)).toThrow(UnusableModelError);
  });

  test.each([
    { title: 'nothing', damage: () => new Uint8Array(0), message: /no model file/ },
    {
      title: 'a file of another kind',
      damage: () => Buffer.from('<!doctype html><p>Not found</p>'),
      message: /no model/,
    },
    { title: 'a few bytes of a model', damage: (bytes: Uint8Array) => bytes.subarray(0, 10), message: /no model file/ },
    { title: 'half a model', damage: (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2), message: /checksum/ },
    {
      title: 'a model with a flipped bit',
      damage: (bytes: Uint8Array) => flip(bytes, bytes.length - 9),
      message: /checksum/,
    },
    { title: 'a model of a later version', damage: (bytes: Uint8Array) => flip(bytes, 4), message: /version 0/ },
  ])('is not taken for $title', ({ damage, message }) => {
    expect(() => openModel(damage(writeModelFile(MODEL)), FEATURES)).toThrow(message);
    expect(() => openModel(damage(writeModelFile(MODEL)), FEATURES)).toThrow(UnusableModelError);
  });
});

describe('The model of this build', () => {
  const directory = join(__dirname, '..', '..', 'model');
  const bytes = readFileSync(join(directory, 'main-content.bin'));

  it('was trained for the features that this build computes, and stays below a megabyte', () => {
    expect(openModel(bytes).featureNames).toEqual(FEATURE_NAMES);
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  it('is the one that its card describes', () => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toContain(digest);
  });
});

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
}
