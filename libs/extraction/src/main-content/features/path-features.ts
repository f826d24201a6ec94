import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

const ROLES: ReadonlyMap<string | null, string> = new Map([
  ['main', 'main'],
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
  ['article', 'article'],
  ['dialog', 'dialog'],
  ['alertdialog', 'dialog'],
]);
const CONTENT = new Set(['article', 'main']);
const CHROME = new Set(['nav', 'footer', 'aside', 'header', 'dialog']);
const HIDDEN = /display\s?:\s?none|visibility\s?:\s?hidden/i;
/** Maximum distance, in elements. */
const FAR = 60;
/** Innermost elements with a feature of their own. */
const NAMED = 6;
/** Negative weight of a name that clearly indicates boilerplate. */
const CLEAR = 0.8;

class Path {
  readonly toContent: Uint8Array;
  readonly toChrome: Uint8Array;
  readonly isHidden: Uint8Array;
  readonly sum: Float32Array;
  readonly worst: Float32Array;
  readonly best: Float32Array;
  readonly against: Uint8Array;
  readonly isInMain: Uint8Array;
  readonly isInFigure: Uint8Array;

  constructor({ elements, names }: PageView) {
    const count = elements.node.length;
    this.toContent = new Uint8Array(count);
    this.toChrome = new Uint8Array(count);
    this.isHidden = new Uint8Array(count);
    this.sum = new Float32Array(count);
    this.worst = new Float32Array(count);
    this.best = new Float32Array(count);
    this.against = new Uint8Array(count);
    this.isInMain = new Uint8Array(count);
    this.isInFigure = new Uint8Array(count);
    for (let element = 0; element < count; element++) {
      this.follow(
        element,
        elements.parent[element] as number,
        elements.node[element] as LightElement,
        names.weights[element] as number,
      );
    }
  }

  private follow(element: number, outer: number, node: LightElement, weight: number): void {
    const kind = ROLES.get(node.getAttribute('role')) ?? node.localName;
    const isContent = CONTENT.has(kind) || node.getAttribute('itemprop') === 'articleBody';
    const isOutermost = outer === -1;
    const toContent = isOutermost ? FAR : Math.min(FAR, (this.toContent[outer] as number) + 1);
    const toChrome = isOutermost ? FAR : Math.min(FAR, (this.toChrome[outer] as number) + 1);
    this.toContent[element] = isContent ? 0 : toContent;
    this.toChrome[element] = CHROME.has(kind) ? 0 : toChrome;
    this.isHidden[element] = Number(isHidden(node)) | (isOutermost ? 0 : (this.isHidden[outer] as number));
    this.sum[element] = weight + (isOutermost ? 0 : (this.sum[outer] as number));
    this.worst[element] = isOutermost ? weight : Math.min(this.worst[outer] as number, weight);
    this.best[element] = isOutermost ? weight : Math.max(this.best[outer] as number, weight);
    this.against[element] = Math.min(
      255,
      Number(weight < -CLEAR) + (isOutermost ? 0 : (this.against[outer] as number)),
    );
    this.isInMain[element] = kind === 'main' ? 1 : isOutermost ? 0 : (this.isInMain[outer] as number);
    this.isInFigure[element] = kind === 'figure' ? 1 : isOutermost ? 0 : (this.isInFigure[outer] as number);
  }
}

/** Position of a block in the tree, and the lexicon weights of the names on the path to it. */
export const pathFeatures: FeatureGroup = {
  names: [
    ...['inDiv', 'heading', 'inMain', 'inFigure', 'depth', 'hidden', 'toContent', 'toChrome'],
    ...['namesSum', 'namesWorst', 'namesBest', 'namesMean', 'namesAgainst'],
    ...Array.from({ length: NAMED }, (_, level) => `names${level}`),
  ],
  open(page) {
    const { blocks, elements, tags, headings } = page;
    const { weights } = page.names;
    const path = new Path(page);
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      const depth = elements.depth[element] as number;
      row.put(Number(tags[index] === 'div'));
      row.put(headings[index] as number);
      row.put(path.isInMain[element] as number);
      row.put(path.isInFigure[element] as number);
      row.put(depth);
      row.put(path.isHidden[element] as number);
      row.put(path.toContent[element] as number);
      row.put(path.toChrome[element] as number);
      row.put(path.sum[element] as number);
      row.put(path.worst[element] as number);
      row.put(path.best[element] as number);
      row.put((path.sum[element] as number) / (depth + 1));
      row.put(path.against[element] as number);
      let level = element;
      for (let step = 0; step < NAMED; step++) {
        row.put(level === -1 ? 0 : (weights[level] as number));
        if (level !== -1) level = elements.parent[level] as number;
      }
    };
  },
};

function isHidden(node: LightElement): boolean {
  if (node.getAttribute('hidden') !== null || node.getAttribute('aria-hidden') === 'true') return true;
  const style = node.getAttribute('style');
  return style !== null && HIDDEN.test(style);
}
