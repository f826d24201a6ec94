import { stepsOf } from './decrypt-namings';

const KIB = 1024;
const page = (encryptedBytes: number | null) => ({
  pageId: 'page',
  url: 'https://site.test/',
  title: null,
  description: null,
  encryptedBytes,
});

describe('stepsOf', () => {
  it.each<[string, (number | null)[], number[]]>([
    ['no pages', [], []],
    ['plain pages only', [null, null], []],
    ['small pages', [KIB, null, KIB], [2]],
    ['more than 100 small pages', Array.from({ length: 250 }, () => 1), [100, 100, 50]],
    ['large pages', [300 * KIB, 300 * KIB, 200 * KIB], [1, 2]],
    ['pages larger than a step', [KIB, 900 * KIB, 900 * KIB, KIB], [1, 1, 1, 1]],
  ])('limits the bytes and pages of a step: %s', (_, sizes, steps) => {
    expect(stepsOf(sizes.map(page)).map((step) => step.length)).toEqual(steps);
  });
});
