import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { PAGE_KINDS } from './kind/page-kinds';
import { MODEL_FEATURES, openModel } from './scorer-model';
import { CHECKED_FROM, CHECKSUM_AT } from './scoring/model-format';
import { UnusableModelError } from './scoring/read-model-file';
import { type TrainedModel, type TrainedNode, writeModelFile } from './scoring/write-model-file';

const FEATURES = ['length', 'links', 'unused', 'depth'];
const CUT = { share: 0.6, power: 2, least: 0.08, most: 0.65, kinds: [1, 0.8] };
const NO_LEXICON = { attributes: new Map<number, number>(), words: new Map<number, number>() };

const leaf = (value: number): TrainedNode => ({ value });
const split = (feature: number, edge: number, left: TrainedNode, right: TrainedNode): TrainedNode => ({
  feature,
  edge: Math.fround(edge),
  left,
  right,
});

const TREES = [
  split(0, 10, leaf(-1), split(1, 0.3, split(0, 25.5, leaf(0.5), leaf(2)), leaf(-0.75))),
  leaf(0.25),
  split(3, -1, leaf(0.125), leaf(-0.125)),
];
const BASE = -0.4;
const ALL_FEATURES = { blocks: FEATURES, kinds: ['depth', 'prices'], confidence: ['entropy'] };

const MODEL: TrainedModel = {
  forests: {
    blocks: { featureNames: FEATURES, outputs: 1, trees: TREES, base: BASE },
    kinds: {
      featureNames: ALL_FEATURES.kinds,
      outputs: 2,
      trees: [split(0, 3, leaf(1), leaf(0)), split(1, 1, leaf(-1), leaf(2)), leaf(0.5), leaf(0)],
      base: 0,
    },
    confidence: {
      featureNames: ALL_FEATURES.confidence,
      outputs: 1,
      trees: [split(0, 0.5, leaf(1.5), leaf(-1.5))],
      base: 0.5,
    },
  },
  lexicon: {
    attributes: new Map([
      [-1_900_000_000, 1.5],
      [7, -2.25],
    ]),
    words: new Map([[2_000_000_000, 0.328125]]),
  },
  cut: CUT,
  lowConfidence: 0.3,
};

const withBlocks = (trees: readonly TrainedNode[]): TrainedModel => ({
  ...MODEL,
  forests: { ...MODEL.forests, blocks: { ...MODEL.forests.blocks, trees } },
  lexicon: NO_LEXICON,
});

const odds = (probability: number): number => Math.log(probability / (1 - probability));

/** The value of a tree for a row, node by node. */
function follow(tree: TrainedNode, row: ArrayLike<number>): number {
  if ('value' in tree) return tree.value;
  return follow((row[tree.feature] as number) < tree.edge ? tree.left : tree.right, row);
}

describe('openModel', () => {
  it('adds up the leaves that each row reaches', () => {
    const rows = [
      { row: [5, 0, 0, -1.5], sum: -1 + 0.25 + 0.125 },
      { row: [10, 0.1, 0, -1], sum: 0.5 + 0.25 - 0.125 },
      { row: [25.5, 0.1, 9, 3], sum: 2 + 0.25 - 0.125 },
      { row: [1000, 0.3, -9, -2], sum: -0.75 + 0.25 + 0.125 },
    ];
    const scores = openModel(writeModelFile(MODEL), ALL_FEATURES).score(
      Float32Array.from(rows.flatMap(({ row }) => row)),
      rows.length,
    );
    rows.forEach(({ sum }, index) => {
      expect(odds(scores[index] as number)).toBeCloseTo(BASE + sum, 3);
    });
  });

  it('scores random rows like a walk from node to node', () => {
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
    // More rows than one batch holds.
    const rows = fc.array(fc.tuple(edge, edge, edge, edge), { maxLength: 70 });
    fc.assert(
      fc.property(forest, rows, (trees, table) => {
        const bytes = writeModelFile(withBlocks(trees));
        const scores = openModel(bytes, ALL_FEATURES).score(Float32Array.from(table.flat()), table.length);
        expect(scores).toHaveLength(table.length);
        table.forEach((row, index) => {
          const sum = trees.reduce((total, tree) => total + follow(tree, row), BASE);
          expect(scores[index]).toBeCloseTo(1 / (1 + Math.exp(-sum)), 3);
        });
      }),
    );
  });

  it('returns the cut and the exact lexicon of training', () => {
    const { lexicon, cut } = openModel(writeModelFile(MODEL), ALL_FEATURES);
    expect([lexicon.attributes.size, lexicon.words.size]).toEqual([2, 1]);
    expect(lexicon.attributes.get(-1_900_000_000)).toBe(1.5);
    expect(lexicon.attributes.get(7)).toBe(-2.25);
    expect(lexicon.words.get(2_000_000_000)).toBe(0.328125);
    expect(cut).toEqual(CUT);
  });

  it('reads a file at any alignment, and the same model gives the same bytes', () => {
    const bytes = writeModelFile(MODEL);
    expect(Buffer.compare(bytes, writeModelFile(MODEL))).toBe(0);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    const row = Float32Array.of(25.5, 0.1, 9, 3);
    const scores = openModel(moved.subarray(3), ALL_FEATURES).score(row, 1);
    expect(scores).toEqual(openModel(Buffer.from(bytes), ALL_FEATURES).score(row, 1));
  });

  it('gives probabilities of kinds that add up to one', () => {
    const model = openModel(writeModelFile(MODEL), ALL_FEATURES);
    const [first, second] = model.kinds(Float32Array.of(1, 0));
    expect([first, second]).toEqual([
      expect.closeTo(1 / (1 + Math.exp(-2.5)), 3),
      expect.closeTo(1 / (1 + Math.exp(2.5)), 3),
    ]);
    expect(model.kinds(Float32Array.of(5, 5))[0]).toBeCloseTo(1 / (1 + Math.exp(1.5)), 3);
  });

  it('gives the confidence of a page', () => {
    const model = openModel(writeModelFile(MODEL), ALL_FEATURES);
    expect(model.confidence(Float32Array.of(0.1))).toBeCloseTo(1 / (1 + Math.exp(-2)), 3);
    expect(model.confidence(Float32Array.of(0.9))).toBeCloseTo(1 / (1 + Math.exp(1)), 3);
  });

  it('rejects rows of another width', () => {
    expect(() => openModel(writeModelFile(MODEL), ALL_FEATURES).score(new Float32Array(7), 2)).toThrow(RangeError);
  });

  test.each([
    { title: 'other features', wanted: ['length', 'links', 'unused', 'breadth'], message: /other features.*depth/ },
    { title: 'the same features in another order', wanted: ['links', 'length', 'unused', 'depth'], message: /other/ },
    { title: 'fewer features', wanted: FEATURES.slice(0, 3), message: /4 of them.*computes 3/ },
    { title: 'more features', wanted: [...FEATURES, 'colour'], message: /computes 5, with colour/ },
  ])('rejects a model that was trained for $title', ({ wanted, message }) => {
    const features = { ...ALL_FEATURES, blocks: wanted };
    expect(() => openModel(writeModelFile(MODEL), features)).toThrow(message);
    expect(() => openModel(writeModelFile(MODEL), features)).toThrow(UnusableModelError);
  });

  test.each([
    {
      title: 'more trees',
      from: '"trees":3',
      to: '"trees":5',
      message: /shorter than its header|ends too early|splits at/,
    },
    { title: 'fewer trees', from: '"trees":3', to: '"trees":1', message: /a tree|its trees/ },
    { title: 'longer columns', from: '"words":1', to: '"words":9', message: /shorter than its header/ },
    {
      title: 'fewer features',
      from: '["length","links","unused","depth"]',
      to: '["length","links","unused"]        ',
      message: /unknown feature/,
    },
  ])('rejects a valid checksum with a header of $title', ({ from, to, message }) => {
    const bytes = Buffer.from(writeModelFile(MODEL));
    bytes.write(to, bytes.indexOf(from), 'latin1');
    bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), CHECKSUM_AT);
    const names = JSON.parse(to.startsWith('[') ? to : JSON.stringify(FEATURES)) as string[];
    const features = { ...ALL_FEATURES, blocks: names };
    expect(() => openModel(bytes, features)).toThrow(message);
    expect(() => openModel(bytes, features)).toThrow(UnusableModelError);
  });

  test.each([
    { title: 'nothing', damage: () => new Uint8Array(0), message: /no model file/ },
    {
      title: 'a file of another kind',
      damage: () => Buffer.from('<!doctype html><p>Not found</p>'),
      message: /no model/,
    },
    {
      title: 'the first bytes of a model',
      damage: (bytes: Uint8Array) => bytes.subarray(0, 10),
      message: /no model file/,
    },
    { title: 'half a model', damage: (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2), message: /checksum/ },
    {
      title: 'a model with a flipped bit',
      damage: (bytes: Uint8Array) => flip(bytes, bytes.length - 9),
      message: /checksum/,
    },
    { title: 'a model of a later version', damage: (bytes: Uint8Array) => flip(bytes, 4), message: /version 3/ },
  ])('rejects $title', ({ damage, message }) => {
    expect(() => openModel(damage(writeModelFile(MODEL)), ALL_FEATURES)).toThrow(message);
    expect(() => openModel(damage(writeModelFile(MODEL)), ALL_FEATURES)).toThrow(UnusableModelError);
  });
});

describe('The model of this build', () => {
  const directory = join(__dirname, '..', '..', 'model');
  const bytes = readFileSync(join(directory, 'main-content.bin'));

  it('was trained for the features of this build and is below one megabyte', () => {
    const { cut } = openModel(bytes, MODEL_FEATURES);
    expect(cut.kinds).toHaveLength(PAGE_KINDS.length);
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  it('has the digest that its card states', () => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toContain(digest);
  });
});

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
}
