import { selectAll } from 'css-select';
import { AttributeAction, parse, type Selector, SelectorType } from 'css-what';
import { ORIGINAL_TAG } from '../tree/frames';
import type { LightElement, LightNode } from '../tree/light-node';
import { elementsOf } from '../tree/walk';
import { createTreeAdapter, SearchTooLong } from './select-adapter';
import { createPositionPseudos } from './sibling-positions';

const MAX_SELECTORS = 500;
/** The parser is recursive. */
const MAX_SELECTOR_LENGTH = 5000;
/** Steps between nodes, about 20 ns each. A simple selector takes 4 for each node: 2 million on the largest page. */
const MAX_STEPS_A_SELECTOR = 10_000_000;
const MAX_STEPS = 30_000_000;
/** Selectors named in a warning, and characters of each. */
const MAX_NAMED = 10;
const MAX_QUOTED = 100;

export interface Found {
  elements: Set<LightElement>;
  /** At least one selector was valid. */
  isAsked: boolean;
}

/** The elements below `root` that match any selector. Adds invalid selectors to `warnings`. */
export function findElements(
  root: LightElement,
  selectors: readonly string[],
  option: string,
  warnings: string[],
): Found {
  const elements = new Set<LightElement>();
  const search = new ElementSearch(root, option);
  let followed = 0;
  for (const selector of new Set(selectors)) {
    if (selector.trim() === '') continue;
    const found = search.find(selector);
    if (found === undefined) continue;
    for (const element of found) elements.add(element);
    followed++;
  }
  warnings.push(...search.warnings());
  return { elements, isAsked: followed > 0 };
}

/** Evaluates selectors within a common limit. `option`: the request option that contains them. */
export class ElementSearch {
  private readonly faults: string[] = [];
  private readonly pseudos = createPositionPseudos();
  private asked = 0;
  private stepsLeft = MAX_STEPS;
  private limit = 0;
  private readonly adapter = createTreeAdapter((steps) => {
    this.stepsLeft -= steps;
    if (this.stepsLeft < this.limit) throw new SearchTooLong();
  });

  constructor(
    private readonly root: LightElement,
    private readonly option: string,
  ) {}

  /** In document order; undefined for an invalid selector. */
  find(selector: string): LightElement[] | undefined {
    this.asked++;
    if (this.asked > MAX_SELECTORS) return undefined;
    this.limit = Math.max(0, this.stepsLeft - MAX_STEPS_A_SELECTOR);
    try {
      if (selector.length > MAX_SELECTOR_LENGTH) throw new Error(`longer than ${MAX_SELECTOR_LENGTH} characters`);
      return selectAll<LightNode, LightElement>(standForFrames(parse(selector)), this.root.childNodes, {
        adapter: this.adapter,
        pseudos: this.pseudos,
      });
    } catch (error) {
      this.faults.push(`${this.option}: ${quote(selector)} ${explain(error)}.`);
      return undefined;
    }
  }

  warnings(): string[] {
    const { option } = this;
    const faults =
      this.asked > MAX_SELECTORS
        ? [...this.faults, `${option}: only the first ${MAX_SELECTORS} selectors were followed.`]
        : this.faults;
    const left = faults.length - MAX_NAMED;
    return left > 0 ? [...faults.slice(0, MAX_NAMED), `${option}: ${left} more selectors were ignored.`] : [...faults];
  }
}

function quote(selector: string): string {
  return `"${selector.length > MAX_QUOTED ? `${selector.slice(0, MAX_QUOTED)}…` : selector}"`;
}

function explain(error: unknown): string {
  if (error instanceof SearchTooLong) return 'takes too long on this page and was ignored';
  const reason = error instanceof Error ? error.message : String(error);
  return `is not a valid CSS selector and was ignored (${reason.slice(0, MAX_QUOTED)})`;
}

/** Rewrites `iframe`: the tree represents frames by divs with the original tag name. */
function standForFrames(selectors: Selector[][]): Selector[][] {
  return selectors.map((selector) =>
    selector.flatMap((part): Selector[] => {
      if (part.type === SelectorType.Pseudo && Array.isArray(part.data)) {
        return [{ ...part, data: standForFrames(part.data) }];
      }
      if (part.type !== SelectorType.Tag || part.name.toLowerCase() !== 'iframe') return [part];
      return [
        { ...part, name: 'div' },
        {
          type: SelectorType.Attribute,
          name: ORIGINAL_TAG,
          action: AttributeAction.Equals,
          value: 'iframe',
          ignoreCase: false,
          namespace: null,
        },
      ];
    }),
  );
}

/** `*text*`, or `*text*text*`. */
export function isTextPattern(selector: string): boolean {
  const trimmed = selector.trim();
  return trimmed.startsWith('*') && trimmed.endsWith('*') && textsOf(trimmed).length > 0;
}

/** The elements whose name or an attribute contains the texts of a pattern in order, ignoring case. */
export function findByText(root: LightElement, patterns: readonly string[]): LightElement[] {
  const wanted = patterns.slice(0, MAX_SELECTORS).map(textsOf);
  const matches = (text: string) => wanted.some((texts) => holdsInOrder(text, texts));
  return [...elementsOf(root)].filter((element) => {
    if (matches(element.localName)) return true;
    for (const [name, value] of element.attributes) if (matches(`${name}="${value}"`.toLowerCase())) return true;
    return false;
  });
}

function textsOf(pattern: string): string[] {
  return pattern
    .trim()
    .toLowerCase()
    .split('*')
    .filter((text) => text !== '');
}

function holdsInOrder(text: string, texts: string[]): boolean {
  let from = 0;
  for (const part of texts) {
    const start = text.indexOf(part, from);
    if (start === -1) return false;
    from = start + part.length;
  }
  return true;
}
