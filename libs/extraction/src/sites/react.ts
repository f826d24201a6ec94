import { isHidden } from '../tree/hidden-by-markup';
import type { LightElement, LightNode } from '../tree/light-node';
import { elementsNamed, forgetNoted } from '../tree/noted-elements';
import { depthOf, detach, elementsOf, nextNode, textOf } from '../tree/walk';

/** The placeholder of content that is streamed later. */
export interface StreamedPlace {
  /** `B:0` or `P:0`. */
  id: string;
  template: LightElement;
  /** The last node of the fallback after the template; undefined if unknown. */
  last: LightNode | undefined;
  /** Characters of the fallback in `last`, if it is a text that continues after it. */
  lastChars: number;
}

const PLACE = /^[BP]:[\da-f]{1,8}$/;

/**
 * Records React's placeholders during parsing: `<!--$?--><template id="B:0"></template>Loading…<!--/$-->`. Only comments,
 * which the tree does not contain, mark the end of a fallback.
 */
export class StreamedPlaces {
  readonly all: StreamedPlace[] = [];
  /** Open placeholders, with the number of boundaries opened in their fallbacks. */
  private readonly open: { place: StreamedPlace; parent: LightElement; depth: number }[] = [];

  onTemplate(template: LightElement, parent: LightElement): void {
    const id = template.getAttribute('id');
    if (id === null || !PLACE.test(id)) return;
    const place: StreamedPlace = { id, template, last: undefined, lastChars: 0 };
    this.all.push(place);
    if (!id.startsWith('B')) return;
    // The comment before it opened this placeholder, not a nested boundary.
    const outer = this.open.at(-1);
    if (outer?.parent === parent && outer.depth > 0) outer.depth--;
    this.open.push({ place, parent, depth: 0 });
  }

  onComment(data: string, parent: LightElement): void {
    const innermost = this.open.at(-1);
    if (innermost === undefined || innermost.parent !== parent) return;
    if (/^\$[?!~]?$/.test(data)) innermost.depth++;
    if (data !== '/$') return;
    if (innermost.depth-- > 0) return;
    const { place } = innermost;
    place.last = parent.lastChild ?? undefined;
    if (place.last?.nodeType === 3) place.lastChars = place.last.data.length;
    this.open.pop();
  }
}

/** `$RC("B:0","S:0")`, `$RR("B:0","S:0",[…])`, `$RS("S:1","P:1")`. */
const CALL = /\$R[A-Z]\("([BS]:[\da-f]{1,8})","([PS]:[\da-f]{1,8})"/g;
const PIECE = /^S:[\da-f]{1,8}$/;
const MAX_PLACEHOLDER_LENGTH = 60;
const LOADING = /^loading\b[^.…]*(?:…|\.\.\.)?$/i;
/** Levels. Nested pieces could exceed the depth limit of the parser. */
const MAX_DEPTH = 128;

interface StreamedPage {
  root: LightElement;
  body: LightElement;
  streamedPlaces: readonly StreamedPlace[];
}

/** Moves content that React streamed at the end of the page to the placeholder named by a script, or with its number. */
export function placeStreamedContent(page: StreamedPage): void {
  if (page.streamedPlaces.length === 0) return;
  const pieces = new Map<string, LightElement>();
  const wrappers = new Set<LightElement>();
  for (const element of elementsOf(page.body)) {
    const id = element.getAttribute('id');
    if (id === null || !PIECE.test(id) || pieces.has(id)) continue;
    const wrapper = wrapperOf(element);
    if (wrapper === undefined) continue;
    pieces.set(id, element);
    if (wrapper !== element) wrappers.add(wrapper);
  }
  if (pieces.size === 0) return;
  const named = readCalls(page.root);
  const outlines = new Set(pieces.values());
  const waiting = new Map<LightElement | undefined, StreamedPlace[]>();
  for (const place of page.streamedPlaces) {
    const around = findAround(place.template, outlines);
    const beside = waiting.get(around);
    if (beside === undefined) waiting.set(around, [place]);
    else beside.push(place);
  }
  // Outer placeholders first, so that each node moves once.
  const next = waiting.get(undefined) ?? [];
  for (const place of next) {
    const id = named.get(place.id) ?? place.id.replace(/^[BP]/, 'S');
    const piece = pieces.get(id);
    if (piece === undefined || depthOf(place.template) > MAX_DEPTH) continue;
    pieces.delete(id);
    put(piece, place);
    for (const inner of waiting.get(piece) ?? []) next.push(inner);
  }
  for (const wrapper of wrappers) if (isEmptied(wrapper)) detach(wrapper);
  forgetNoted(page.root);
}

/** The hidden element: the piece itself, or the table around its rows. Undefined if it is visible. */
function wrapperOf(piece: LightElement): LightElement | undefined {
  if (isHidden(piece)) return piece;
  const { parentNode } = piece;
  const table = parentNode?.localName === 'tbody' ? parentNode.parentNode : parentNode;
  return table?.localName === 'table' && isHidden(table) ? table : undefined;
}

/** Ids of pieces by id of their placeholder. */
function readCalls(root: LightElement): Map<string, string> {
  const named = new Map<string, string>();
  for (const script of elementsNamed(root, 'script')) {
    const text = script.firstChild;
    if (text?.nodeType !== 3 || !text.data.includes('$R')) continue;
    for (const [, first = '', second = ''] of text.data.matchAll(CALL)) {
      if (first.startsWith('B')) named.set(first, second);
      else named.set(second, first);
    }
  }
  return named;
}

function findAround(element: LightElement, outlines: ReadonlySet<LightElement>): LightElement | undefined {
  for (let outer = element.parentNode; outer !== null; outer = outer.parentNode) if (outlines.has(outer)) return outer;
  return undefined;
}

/** The fallback of a placeholder on a page without comments: a loading notice. */
function fallbackAfter(template: LightElement): LightNode {
  const next = template.nextSibling;
  if (next === null) return template;
  const text = next.nodeType === 3 ? next.data : textOf(next);
  return text.length <= MAX_PLACEHOLDER_LENGTH && LOADING.test(text.trim()) ? next : template;
}

function removeFallback({ template, last, lastChars }: StreamedPlace, parent: LightElement): void {
  const isMarked = last?.parentNode === parent;
  const end = isMarked ? last : fallbackAfter(template);
  while (template.nextSibling !== null && end !== template) {
    const { nextSibling }: LightElement = template;
    if (isMarked && nextSibling === end && nextSibling.nodeType === 3)
      nextSibling.data = nextSibling.data.slice(lastChars);
    else detach(nextSibling);
    if (nextSibling === end) break;
  }
}

function put(piece: LightElement, place: StreamedPlace): void {
  const { template } = place;
  const parent = template.parentNode;
  if (parent !== null) {
    removeFallback(place, parent);
    for (let child = piece.firstChild; child !== null; child = piece.firstChild) {
      piece.removeChild(child);
      parent.insertBefore(child, template);
    }
    detach(template);
  }
  detach(piece);
}

function isEmptied(wrapper: LightElement): boolean {
  for (let node = wrapper.firstChild; node !== null; node = nextNode(node, wrapper)) {
    if (node.nodeType === 3 ? node.data.trim() !== '' : node.localName !== 'tbody') return false;
  }
  return true;
}
