import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, elementsOf, nextNode, textOf } from '../../tree/walk';
import { type Footnote, findFootnotes, fragmentOf, isBackFragment } from './find-footnotes';
import { writeAsBlock } from './written-blocks';

export const FOOTNOTE_REFERENCE = 'FOOTNOTE';
const LEADING_LABEL =
  /^\s*[[(]?\s*([\w*†‡§]{1,12}?)\s*(?:[\])]?[.:)]?\s*$|[\])][.:]?\s+|[.:)]\s+|\s+(?=\p{Lu})|(?<=[*†‡§])\s*)/u;

/** Turns footnotes into GFM footnotes if both the reference and the note exist. */
export function prepareFootnotes(root: LightElement): void {
  const notes = findFootnotes(root);
  const items = new Map(notes.map((note) => [note.item, note]));
  const lists = new Set<LightElement>();
  for (const note of notes) {
    const sources = new Set<string>();
    for (const reference of note.references) makeReference(reference, note.label, sources);
    removeBackLinks(note.item, sources);
    removeLabel(note);
    const parent = note.item.parentNode;
    if (note.item.nodeName === 'LI' && parent !== null && /^[OU]L$/.test(parent.nodeName)) lists.add(parent);
    writeAsBlock(note.item, (content) => writeNote(note.label, content));
  }
  for (const list of lists) splitList(list, items);
}

export function writeReference(content: string): string {
  return `[^${content}]`;
}

/** Adds the anchors of the reference, which back links target, to `sources`. */
function makeReference(link: LightElement, label: string, sources: Set<string>): void {
  for (const element of [link, ...elementsOf(link)]) addName(element, sources);
  for (const child of link.childNodes) detach(child);
  link.appendChild(new LightText(label));
  link.nodeName = FOOTNOTE_REFERENCE;
  let around = link.parentNode;
  for (let level = 0; level < 2 && around !== null && /^(?:sup|span|a)$/.test(around.localName); level++) {
    addName(around, sources);
    // Renderers superscript footnotes.
    if (around.localName === 'sup') around.nodeName = 'SPAN';
    around = around.parentNode;
  }
}

function addName(element: LightElement, names: Set<string>): void {
  for (const attribute of ['id', 'name']) {
    const name = element.getAttribute(attribute);
    if (name) names.add(name);
  }
}

function removeBackLinks(item: LightElement, sources: ReadonlySet<string>): void {
  for (const element of [...elementsOf(item)]) {
    const fragment = element.nodeName === 'A' ? fragmentOf(element) : '';
    if (fragment === '' || !(sources.has(fragment) || isBackFragment(fragment))) continue;
    const around = element.parentNode;
    detach(element);
    if (around?.localName === 'sup' && around !== item && textOf(around).trim() === '') detach(around);
  }
}

/** Removes the number at the start of a note. */
function removeLabel({ item, name }: Footnote): void {
  let first = firstText(item);
  // Leftovers of a back link.
  for (let step = 0; first !== undefined && step < 3 && /^[\s[\]().^↑]+$/.test(first.data); step++) {
    first.data = '';
    first = firstText(item);
  }
  if (first === undefined) return;
  first.data = first.data.replace(/^\s*[\^↑]\s+/, '');
  const match = LEADING_LABEL.exec(first.data);
  if (match?.[1]?.toLowerCase() === name) first.data = first.data.slice(match[0].length);
}

function firstText(item: LightElement): LightText | undefined {
  for (let node: LightNode | null = item.firstChild; node !== null; node = nextNode(node, item)) {
    if (node.nodeType === 3 && node.data.trim() !== '') return node;
  }
  return undefined;
}

/** Items without a reference remain a list with their numbers. */
function splitList(list: LightElement, notes: ReadonlyMap<LightElement, Footnote>): void {
  let ordinal = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
  let rest: LightElement | undefined;
  for (const child of list.childNodes) {
    if (child.nodeType === 3) continue;
    if (notes.has(child)) rest = undefined;
    else if (child.localName === 'li') {
      if (rest === undefined) {
        rest = new LightElement(list.localName, ['start', String(ordinal)]);
        list.insertBefore(rest, child);
      }
      detach(child);
      rest.appendChild(child);
    }
    if (child.localName === 'li') ordinal++;
  }
  list.nodeName = 'DIV';
}

const WORD_JOINER = '\u2060';
/** Renderers without footnotes read a one-word note as an invisible link definition. A second word prevents that. */
const LIKE_A_DEFINITION = /^\S+(?:\s+(?:"[\s\S]*"|'[\s\S]*'|\([\s\S]*\)))?$/;

function writeNote(label: string, content: string): string {
  const text = content.trim();
  if (text === '') return '';
  const isPlain = !/\n\n(?:[-*>|#`<]|\d+[.)]|[ \t])/.test(text);
  // Renderers without footnotes read indented text as code.
  const lines = isPlain ? text.replace(/\s*\n\n\s*/g, '<br>') : text.replace(/\n(?=[^\n])/g, '\n    ');
  return `[^${label}]: ${lines}${LIKE_A_DEFINITION.test(lines) ? ` ${WORD_JOINER}` : ''}`;
}
