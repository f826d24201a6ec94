import type { Attributes, LightElement, LightNode } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { detach, nextAfter, nextNode } from '../tree/walk';

/** Words. So few, hidden, are a notice for another case: `Sold out`, `Thank you`, `An error occurred`. */
const FEW_WORDS = 12;
/** Share of the words in links, from which on a hidden element is a menu. */
const MOST_LINKED = 0.6;
/** Fields that make a form of an element. */
const FIELDS = 2;
/** Share of a page's words. What hides more of it hides the page until scripts have run. */
const MOST_HIDDEN = 0.5;
const MENU_LINKS = 6;
const OPENED_ON_DEMAND = new Set('alert alertdialog dialog listbox menu status tooltip'.split(' '));
const NEVER_CONTENT = new Set('dialog form menu nav'.split(' '));
/** Parts of a whole that the visitor unfolds. */
const PARTS = new Set('dd dt li tbody td th tr'.split(' '));
const PANELS = new Set(['region', 'tabpanel']);
const BESIDE_CONTENT =
  /(?:^|[\s_-])(?:alert|cart|consent|cookies?|dialog|drawer|drop-?down|error|form|gdpr|lightbox|loader|loading|log-?in|mega-?menu|menu|mobile|modal|nav(?:bar|igation)?|newsletter|notice|notification|off-?canvas|overlay|pop-?(?:over|up)|search|sign-?in|skeleton|spinner|sub-?menu|success|toast|tooltip|warning)s?(?:$|[\s_-])/i;
/** Characters of the names that are looked at. */
const MAX_NAMES = 400;

/**
 * Takes out of a whole page what its markup hides and no visitor asks for: dialogs, notices, forms and menus for another
 * case, and menus that are there twice for screens of two widths. What is folded away stays: the texts of tabs,
 * answers to questions, the rest of a text.
 */
export function dropHidden(root: LightElement): void {
  const hidden: LightElement[] = [];
  let all = 0;
  let dropped = 0;
  for (let node = root.firstChild; node !== null; ) {
    if (node.nodeType === 3) all += countWords(node.data);
    else if (UNREAD.has(node.localName)) {
      node = nextAfter(node, root);
      continue;
    } else if (isHiddenByMarkup(node.attributes, node.localName)) {
      const figures = measure(node);
      all += figures.words;
      if (figures.words > 0 && isUnasked(node, figures)) {
        hidden.push(node);
        dropped += figures.words;
      }
      node = nextAfter(node, root);
      continue;
    }
    node = nextNode(node, root);
  }
  if (dropped <= MOST_HIDDEN * all) for (const element of hidden) detach(element);
  dropRepeatedMenus(root);
}

function isHiddenByMarkup({ hidden, style, popover, open }: Attributes, name: string): boolean {
  if (hidden !== undefined) return hidden.toLowerCase() !== 'until-found';
  if (name === 'dialog' ? open === undefined : popover !== undefined) return true;
  return style !== undefined && /display\s{0,9}:\s{0,9}none/i.test(style);
}

interface Figures {
  words: number;
  linked: number;
  fields: number;
  /** It holds a formula for those who cannot see its picture. */
  hasFormula: boolean;
}

function measure(element: LightElement): Figures {
  const figures = { words: 0, linked: 0, fields: 0, hasFormula: false };
  let link: LightElement | undefined;
  let behindLink: LightNode | null = null;
  for (let node: LightNode | null = element.firstChild; node !== null; ) {
    if (link !== undefined && node === behindLink) link = undefined;
    if (node.nodeType === 3) {
      const words = countWords(node.data);
      figures.words += words;
      if (link !== undefined) figures.linked += words;
    } else if (node.localName === 'math' || node.localName === 'script') figures.hasFormula = true;
    else if (node.localName === 'input' || node.localName === 'select' || node.localName === 'textarea')
      figures.fields++;
    else if (node.localName === 'a' && link === undefined) {
      link = node;
      behindLink = nextAfter(node, element);
    }
    const isUnread: boolean = node.nodeType !== 3 && UNREAD.has(node.localName);
    node = isUnread ? nextAfter(node, element) : nextNode(node, element);
  }
  return figures;
}

function isUnasked({ localName, attributes }: LightElement, { words, linked, fields, hasFormula }: Figures): boolean {
  const { role = '', id = '', class: classes = '' } = attributes;
  if (hasFormula || localName === 'body' || localName === 'main') return false;
  if (OPENED_ON_DEMAND.has(role) || NEVER_CONTENT.has(localName)) return true;
  if (PANELS.has(role) || PARTS.has(localName)) return false;
  if (BESIDE_CONTENT.test(`${id} ${classes}`.slice(0, MAX_NAMES))) return true;
  return words < FEW_WORDS || linked > MOST_LINKED * words || fields >= FIELDS;
}

/** A list of links that an earlier one repeats word by word. */
function dropRepeatedMenus(root: LightElement): void {
  const seen = new Set<string>();
  const repeated: LightElement[] = [];
  for (let node = root.firstChild; node !== null; ) {
    if (node.nodeType === 3 || (node.localName !== 'ul' && node.localName !== 'ol')) {
      node = nextNode(node, root);
      continue;
    }
    const links = linksOf(node);
    if (links !== undefined && seen.has(links)) repeated.push(node);
    else if (links !== undefined) seen.add(links);
    node = nextAfter(node, root);
  }
  for (const list of repeated) detach(list);
}

/** All that a menu says, and where it leads; undefined for a list that is none. */
function linksOf(list: LightElement): string | undefined {
  let links = 0;
  let text = '';
  for (let node: LightNode | null = list.firstChild; node !== null; node = nextNode(node, list)) {
    if (node.nodeType === 3) text += node.data.trim();
    else if (node.localName === 'a') {
      links++;
      text += ` ${node.attributes.href ?? ''} `;
    }
  }
  return links < MENU_LINKS ? undefined : text;
}

function countWords(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const isSpace = text.charCodeAt(at) <= 32;
    if (!isSpace && !isInWord) words++;
    isInWord = !isSpace;
  }
  return words;
}
