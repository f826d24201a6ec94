import type { Attributes, LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

const ROLES: Record<string, string> = {
  main: 'main',
  navigation: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  article: 'article',
  dialog: 'dialog',
  alertdialog: 'dialog',
};
const CONTENT = new Set(['article', 'main']);
const CHROME = new Set(['nav', 'footer', 'aside', 'header', 'dialog']);
const HIDDEN = /display\s?:\s?none|visibility\s?:\s?hidden/i;
/** Steps; as good as nowhere. */
const FAR = 60;
/** Elements from the innermost outwards whose own names are looked at. */
const NAMED = 8;
/** Of a name that speaks clearly against content, or for it. */
const CLEAR = 0.8;

const HELD = ['main', 'figure', 'table', 'li', 'form', 'nav', 'footer'];

class Path {
  readonly toContent: Uint8Array;
  readonly toChrome: Uint8Array;
  readonly isHidden: Uint8Array;
  readonly sum: Float32Array;
  readonly worst: Float32Array;
  readonly best: Float32Array;
  readonly against: Uint8Array;
  readonly for: Uint8Array;
  /** A bit for each of HELD. */
  readonly held: Uint8Array;

  constructor({ elements, attributeWeights }: PageView) {
    const count = elements.node.length;
    this.toContent = new Uint8Array(count);
    this.toChrome = new Uint8Array(count);
    this.isHidden = new Uint8Array(count);
    this.sum = new Float32Array(count);
    this.worst = new Float32Array(count);
    this.best = new Float32Array(count);
    this.against = new Uint8Array(count);
    this.for = new Uint8Array(count);
    this.held = new Uint8Array(count);
    for (let element = 0; element < count; element++) {
      this.follow(
        element,
        elements.parent[element] as number,
        elements.node[element] as LightElement,
        attributeWeights[element] as number,
      );
    }
  }

  private follow(element: number, outer: number, { localName, attributes }: LightElement, weight: number): void {
    const inherited = (figures: Uint8Array | Float32Array, none: number): number =>
      outer === -1 ? none : (figures[outer] as number);
    const kind = ROLES[attributes.role ?? ''] ?? localName;
    const isContent = CONTENT.has(kind) || attributes.itemprop === 'articleBody';
    this.toContent[element] = isContent ? 0 : Math.min(FAR, inherited(this.toContent, FAR) + 1);
    this.toChrome[element] = CHROME.has(kind) ? 0 : Math.min(FAR, inherited(this.toChrome, FAR) + 1);
    this.isHidden[element] = inherited(this.isHidden, 0) | Number(isHidden(attributes));
    this.sum[element] = inherited(this.sum, 0) + weight;
    this.worst[element] = Math.min(inherited(this.worst, weight), weight);
    this.best[element] = Math.max(inherited(this.best, weight), weight);
    this.against[element] = Math.min(255, inherited(this.against, 0) + Number(weight < -CLEAR));
    this.for[element] = Math.min(255, inherited(this.for, 0) + Number(weight > CLEAR));
    const held = HELD.indexOf(kind);
    this.held[element] = inherited(this.held, 0) | (held === -1 ? 0 : 1 << held);
  }
}

/** Where in the tree a block stands, and what the names on the way there say. */
export const pathFeatures: FeatureGroup = {
  names: [
    ...[
      'inDiv',
      'inItem',
      'heading',
      ...HELD.map((name) => `within-${name}`),
      'depth',
      'hidden',
      'toContent',
      'toChrome',
    ],
    ...['namesSum', 'namesWorst', 'namesBest', 'namesMean', 'namesAgainst', 'namesFor'],
    ...Array.from({ length: NAMED }, (_, level) => `names${level}`),
  ],
  open(page) {
    const { blocks, elements, tags, headings, attributeWeights } = page;
    const path = new Path(page);
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      const depth = elements.depth[element] as number;
      row.put(Number(tags[index] === 'div'));
      row.put(Number(tags[index] === 'li'));
      row.put(headings[index] as number);
      for (let bit = 0; bit < HELD.length; bit++) row.put(((path.held[element] as number) >> bit) & 1);
      row.put(depth);
      row.put(path.isHidden[element] as number);
      row.put(path.toContent[element] as number);
      row.put(path.toChrome[element] as number);
      row.put(path.sum[element] as number);
      row.put(path.worst[element] as number);
      row.put(path.best[element] as number);
      row.put((path.sum[element] as number) / (depth + 1));
      row.put(path.against[element] as number);
      row.put(path.for[element] as number);
      let level = element;
      for (let step = 0; step < NAMED; step++) {
        row.put(level === -1 ? 0 : (attributeWeights[level] as number));
        if (level !== -1) level = elements.parent[level] as number;
      }
    };
  },
};

function isHidden({ hidden, style, 'aria-hidden': ariaHidden }: Attributes): boolean {
  return hidden !== undefined || ariaHidden === 'true' || (style !== undefined && HIDDEN.test(style));
}
