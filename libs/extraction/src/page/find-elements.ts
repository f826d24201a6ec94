import { selectAll } from 'css-select';
import { AttributeAction, parse, type Selector, SelectorType } from 'css-what';
import type { LightElement, LightNode } from '../tree/light-node';
import { elementsOf } from '../tree/walk';
import { ORIGINAL_TAG } from './frames';
import { createTreeAdapter, SearchTooLong } from './select-adapter';
import { createPositionPseudos } from './sibling-positions';

/** A caller who names more names the page instead. */
const MAX_SELECTORS = 500;
/** Characters. Selectors nest, and whoever reads them does so too. */
const MAX_SELECTOR_LENGTH = 5000;
/**
 * Steps from node to node, some 20 ns each. A plain selector takes about 4 for every node, so 100,000 on a large page
 * and 2 million on the largest that we take.
 */
const MAX_STEPS_A_SELECTOR = 10_000_000;
const MAX_STEPS = 30_000_000;
/** Selectors named in warnings, and characters of each. */
const MAX_NAMED = 10;
const MAX_QUOTED = 100;

export interface Found {
  elements: Set<LightElement>;
  /** At least one of the selectors could be followed. */
  isAsked: boolean;
}

/** The elements below `root` that any of `selectors` matches. Selectors that cannot be followed are named in `warnings`. */
export function findElements(
  root: LightElement,
  selectors: readonly string[],
  option: string,
  warnings: string[],
): Found {
  const elements = new Set<LightElement>();
  const wanted = [...new Set(selectors)].filter((selector) => selector.trim() !== '');
  const faults: string[] = [];
  let stepsLeft = MAX_STEPS;
  let limit = 0;
  const adapter = createTreeAdapter((steps) => {
    stepsLeft -= steps;
    if (stepsLeft < limit) throw new SearchTooLong();
  });
  const pseudos = createPositionPseudos();
  let followed = 0;
  for (const selector of wanted.slice(0, MAX_SELECTORS)) {
    limit = Math.max(0, stepsLeft - MAX_STEPS_A_SELECTOR);
    try {
      if (selector.length > MAX_SELECTOR_LENGTH) throw new Error(`longer than ${MAX_SELECTOR_LENGTH} characters`);
      const found = selectAll<LightNode, LightElement>(standForFrames(parse(selector)), root.childNodes, {
        adapter,
        pseudos,
      });
      for (const element of found) elements.add(element);
      followed++;
    } catch (error) {
      faults.push(`${option}: ${quote(selector)} ${explain(error)}.`);
    }
  }
  if (wanted.length > MAX_SELECTORS) faults.push(`${option}: only the first ${MAX_SELECTORS} selectors were followed.`);
  warnings.push(...faults.slice(0, MAX_NAMED));
  if (faults.length > MAX_NAMED) warnings.push(`${option}: ${faults.length - MAX_NAMED} more selectors were ignored.`);
  return { elements, isAsked: followed > 0 };
}

function quote(selector: string): string {
  return `"${selector.length > MAX_QUOTED ? `${selector.slice(0, MAX_QUOTED)}…` : selector}"`;
}

function explain(error: unknown): string {
  if (error instanceof SearchTooLong) return 'takes too long on this page and was ignored';
  const reason = error instanceof Error ? error.message : String(error);
  return `is not a valid CSS selector and was ignored (${reason.slice(0, MAX_QUOTED)})`;
}

/** `iframe` by name: in the tree, frames are divs that say what they were. */
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

/** `*text*`, with stars between texts too. */
export function isTextPattern(selector: string): boolean {
  const trimmed = selector.trim();
  return trimmed.startsWith('*') && trimmed.endsWith('*') && textsOf(trimmed).length > 0;
}

/**
 * The elements whose name, or one of whose attributes, holds the texts of one of `patterns` one after the other,
 * whatever the case. Plain text instead of an expression of the caller's, which could be written to take for ever.
 */
export function findByText(root: LightElement, patterns: readonly string[]): LightElement[] {
  const wanted = patterns.slice(0, MAX_SELECTORS).map(textsOf);
  const matches = (text: string) => wanted.some((texts) => holdsInOrder(text, texts));
  return [...elementsOf(root)].filter((element) => {
    if (matches(element.localName)) return true;
    for (const name in element.attributes) {
      if (matches(`${name}="${element.attributes[name]}"`.toLowerCase())) return true;
    }
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
