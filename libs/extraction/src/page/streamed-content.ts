import { isHidden } from '../tree/hidden-by-markup';
import type { LightElement, LightNode } from '../tree/light-node';
import { elementsNamed, forgetNoted } from '../tree/noted-elements';
import type { ParsedPage } from '../tree/parse-html';
import type { StreamedPlace } from '../tree/streamed-places';
import { detach, elementsOf, nextNode, textOf } from '../tree/walk';

/** `$RC("B:0","S:0")`, `$RR("B:0","S:0",[…])`, `$RS("S:1","P:1")`. */
const CALL = /\$R[A-Z]\("([BS]:[\da-f]{1,8})","([PS]:[\da-f]{1,8})"/g;
const PIECE = /^S:[\da-f]{1,8}$/;
/** Characters. */
const MAX_STOPGAP = 60;
const LOADING = /^loading\b[^.…]*(?:…|\.\.\.)?$/i;
/** Levels. Pieces in pieces would make a tree that is deeper than the parser lets one grow. */
const MAX_DEPTH = 128;

/**
 * Puts the pieces of a page that React sent later, hidden at its end, where its scripts would put them, and takes away
 * what stood there in the meantime. A piece that no script names goes to the place of its number.
 */
export function placeStreamedContent(page: ParsedPage): void {
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
  // From outside inwards: each node is moved once, and where it lies is known. In the order of the page: a place in the
  // stopgap of another goes with it.
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

/** What hides a piece: itself, or the table around its rows. Undefined if it is shown, which no piece is. */
function wrapperOf(piece: LightElement): LightElement | undefined {
  if (isHidden(piece)) return piece;
  const { parentNode } = piece;
  const table = parentNode?.localName === 'tbody' ? parentNode.parentNode : parentNode;
  return table?.localName === 'table' && isHidden(table) ? table : undefined;
}

/** By the id of a place, that of its piece. */
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

function depthOf(element: LightElement): number {
  let depth = 0;
  for (let outer = element.parentNode; outer !== null; outer = outer.parentNode) depth++;
  return depth;
}

/** Of a page without comments: what says that it is loading. */
function stopgapBehind(template: LightElement): LightNode {
  const next = template.nextSibling;
  if (next === null) return template;
  const text = next.nodeType === 3 ? next.data : textOf(next);
  return text.length <= MAX_STOPGAP && LOADING.test(text.trim()) ? next : template;
}

function removeStopgap({ template, last, lastChars }: StreamedPlace, parent: LightElement): void {
  const isTold = last?.parentNode === parent;
  const end = isTold ? last : stopgapBehind(template);
  while (template.nextSibling !== null && end !== template) {
    const { nextSibling }: LightElement = template;
    if (isTold && nextSibling === end && nextSibling.nodeType === 3)
      nextSibling.data = nextSibling.data.slice(lastChars);
    else detach(nextSibling);
    if (nextSibling === end) break;
  }
}

function put(piece: LightElement, place: StreamedPlace): void {
  const { template } = place;
  const parent = template.parentNode;
  if (parent !== null) {
    removeStopgap(place, parent);
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
