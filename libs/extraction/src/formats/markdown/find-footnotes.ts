import { decodePercent } from '../../page/base-url';
import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode, textOf } from '../../tree/walk';
import { isBlock, isHeading, isLongerThan } from './blocks';

export interface Footnote {
  label: string;
  /** The label on the page; `label` may have a suffix. */
  name: string;
  item: LightElement;
  references: LightElement[];
}

const MAX_REFERENCES = 5000;
/** Longer notes are page content. */
const MAX_NOTE = 5000;
const MAX_LABEL = 12;
const MAX_CLIMB = 4;

const LABEL =
  /^[[(]?\s*((?:note|nb|n|fn|lower-alpha)?\s?\d{1,4}|[a-z]{1,2}|[ivxlc]{1,6}|\*{1,4}|[†‡§]{1,3})\s*[\])]?$/i;
const NOTE_FRAGMENT =
  /^(?:user-content-)?(?:fn|footnote|ftn|_ftn|_edn|edn|endnote|note|cite_note|reference|ref-?\d|r\d)/i;
const BACK_FRAGMENT = /fnref|ftnref|ednref|cite_ref|noteref|footnote-(?:ref|anchor|back)|backlink|-ref-?\d*$/i;
const NOTE_CLASS = /(?:^|[\s_-])(?:footnote|fnref|fn|noteref|reference|citation)(?:[\s_-]|$)/i;

export function findFootnotes(root: LightElement): Footnote[] {
  const references = findReferences(root);
  if (references.size === 0) return [];
  const targets = findTargets(root, references);
  const notes: Footnote[] = [];
  const taken = new Set<LightElement>();
  const labels = new Set<string>();
  for (const [fragment, links] of references) {
    const target = targets.get(fragment);
    const item = target && itemOf(target);
    const [first] = links;
    if (!item || !first || taken.has(item) || links.some((link) => contains(item, link))) continue;
    taken.add(item);
    const name = labelOf(first);
    let label = name;
    for (let number = 2; labels.has(label); number++) label = `${name}-${number}`;
    labels.add(label);
    notes.push({ label, name, item, references: links });
  }
  // Nested notes remain links.
  const items = new Set(notes.map((note) => note.item));
  return notes.filter(({ item }) => !isWithin(item, items));
}

export function fragmentOf(link: LightElement): string {
  const href = link.getAttribute('href') ?? '';
  const hash = href.indexOf('#');
  return hash === -1 ? '' : decodePercent(href.slice(hash + 1));
}

export function isBackFragment(fragment: string): boolean {
  return BACK_FRAGMENT.test(fragment);
}

function findReferences(root: LightElement): Map<string, LightElement[]> {
  const references = new Map<string, LightElement[]>();
  let count = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 3 || node.nodeName !== 'A' || !isReference(node)) continue;
    if (++count > MAX_REFERENCES) break;
    const fragment = fragmentOf(node);
    const links = references.get(fragment);
    if (links === undefined) references.set(fragment, [node]);
    else links.push(node);
  }
  return references;
}

function isReference(link: LightElement): boolean {
  const fragment = fragmentOf(link);
  if (fragment === '' || fragment.length > 200 || isBackFragment(fragment) || isLongerThan(link, MAX_LABEL))
    return false;
  if (!LABEL.test(textOf(link).trim())) return false;
  return (
    NOTE_FRAGMENT.test(fragment) ||
    link.parentNode?.localName === 'sup' ||
    (link.firstChild?.nodeType === 1 && link.firstChild.localName === 'sup') ||
    NOTE_CLASS.test(link.getAttribute('class') ?? '') ||
    link.getAttribute('role') === 'doc-noteref'
  );
}

function findTargets(root: LightElement, wanted: ReadonlyMap<string, unknown>): Map<string, LightElement> {
  const targets = new Map<string, LightElement>();
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 3) continue;
    for (const name of ['id', 'name']) {
      const id = node.getAttribute(name);
      if (id !== null && wanted.has(id) && !targets.has(id)) targets.set(id, node);
    }
  }
  return targets;
}

/** The item or paragraph that starts with the target. */
function itemOf(target: LightElement): LightElement | undefined {
  let element: LightElement | null = target;
  for (let level = 0; element !== null && level < MAX_CLIMB; level++) {
    if (/^(?:LI|P|DIV|ASIDE|DD)$/.test(element.nodeName)) return isNote(element) ? element : undefined;
    if (isBlock(element) || isHeading(element) || !isFirst(element)) return undefined;
    element = element.parentNode;
  }
  return undefined;
}

function isFirst(element: LightElement): boolean {
  for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
    if (node.nodeType !== 3 || node.data.trim() !== '') return false;
  }
  return true;
}

function isNote(item: LightElement): boolean {
  if (textOf(item).trim().length > MAX_NOTE || textOf(item).trim().length < 2) return false;
  for (let node: LightNode | null = item.firstChild; node !== null; node = nextNode(node, item)) {
    if (node.nodeType !== 3 && (isHeading(node) || node.nodeName === 'TABLE' || node.nodeName === 'MAIN')) return false;
  }
  return true;
}

function labelOf(reference: LightElement): string {
  const text = textOf(reference).trim();
  return (LABEL.exec(text)?.[1] ?? text).trim().toLowerCase().replace(/\s+/g, '-');
}

function contains(item: LightElement, link: LightElement): boolean {
  return isWithin(link, new Set([item]));
}

function isWithin(element: LightElement, around: ReadonlySet<LightElement>): boolean {
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode)
    if (around.has(parent)) return true;
  return false;
}
