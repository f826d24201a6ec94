import { selectAll } from 'css-select';
import type { LightElement, LightNode } from '../tree/light-node';
import type { ParsedPage } from '../tree/parse-html';
import { createFragment, detach, elementsOf } from '../tree/walk';
import { createTreeAdapter, keepOutermost } from './select-adapter';

/** A frame is either itself or, where a browser put its content into the page, a div that says so. */
const FRAME = ':is(iframe,div[data-original-tag="iframe"])';
const FRAME_TAG = /(^|[\s,>+~(])iframe(?=$|[\s.#[:,>+~)])/gi;
/** Never taken away: without them there is no page. */
const KEPT = new Set(['html', 'body']);

/**
 * The outermost elements that any of `selectors` matches, in the order of the page, moved out of it into a fragment.
 * Selectors that are none are named in `warnings`; undefined when no selector is left.
 */
export function takeIncluded(
  page: ParsedPage,
  selectors: readonly string[],
  warnings: string[],
): LightElement | undefined {
  const valid = selectors
    .map((selector) => find(page.root, selector, 'includeTags', warnings))
    .filter((found) => found !== undefined);
  if (valid.length === 0) return undefined;
  const matched = new Set(valid.flat());
  if (matched.size === 0) warnings.push('No element of the page matches includeTags.');
  const fragment = createFragment();
  for (const element of keepOutermost([...elementsOf(page.root)].filter((element) => matched.has(element)))) {
    detach(element);
    fragment.appendChild(element);
  }
  return fragment;
}

/** Takes out of `root` what any of `selectors` matches. `*text*` matches a tag name or an attribute that contains the text. */
export function removeExcluded(root: LightElement, selectors: readonly string[], warnings: string[]): void {
  for (const selector of selectors) {
    const pattern = /^\*(.+)\*$/.exec(selector.trim())?.[1];
    const found = pattern === undefined ? find(root, selector, 'excludeTags', warnings) : findByText(root, pattern);
    for (const element of found ?? []) if (!KEPT.has(element.localName)) detach(element);
  }
}

function find(root: LightElement, selector: string, option: string, warnings: string[]): LightElement[] | undefined {
  if (selector.trim() === '') return undefined;
  try {
    return selectAll<LightNode, LightElement>(selector.replace(FRAME_TAG, `$1${FRAME}`), root.childNodes, {
      adapter: createTreeAdapter(),
      cacheResults: false,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warnings.push(`${option}: "${selector}" is not a valid CSS selector and was ignored (${reason}).`);
    return undefined;
  }
}

/** Plain text instead of a pattern of the caller's: an expression could be written to take for ever. */
function findByText(root: LightElement, text: string): LightElement[] {
  const wanted = text.toLowerCase();
  return [...elementsOf(root)].filter((element) => {
    if (element.localName.includes(wanted)) return true;
    for (const name in element.attributes) {
      if (`${name}="${element.attributes[name]}"`.toLowerCase().includes(wanted)) return true;
    }
    return false;
  });
}
