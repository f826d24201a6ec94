import { measureText } from '../main-content/characters';
import { isHiddenByMarkup } from '../tree/hidden-by-markup';
import type { LightElement, LightNode } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { detach, elementsOf, nextAfter, nextNode, previousElement } from '../tree/walk';
import { isDialog, isIdleDialog } from './is-idle-dialog';

/** Words. So few, hidden, are a notice for another case: `Sold out`, `Thank you`, `An error occurred`. */
const FEW_WORDS = 12;
/** Share of the words in links, from which on a hidden element is a menu. */
const MOST_LINKED = 0.6;
/** Fields that make a form of an element. */
const FIELDS = 2;
/** Share of a page's characters. What hides more of it hides the page until scripts have run. */
const MOST_HIDDEN = 0.5;
const OPENED_ON_DEMAND = new Set('alert alertdialog dialog listbox menu status tooltip'.split(' '));
const NEVER_CONTENT = new Set('form menu nav'.split(' '));
const CONTENT = new Set('article h1 main math script'.split(' '));
const PLAYERS = new Set('audio embed iframe object video'.split(' '));
/** Parts of a whole that the visitor unfolds. */
const PARTS = new Set('dd dt li tbody td th tr'.split(' '));
const PANELS = new Set(['region', 'tabpanel']);
/** Asked of classes: an id names the subject, and a tab may well be about errors or menus. */
const PANEL_CLASS =
  /(?:^|[\s_-])(?:accordion|answer|collaps(?:e|ible)|faq|pane|panel|tab|tab-?(?:content|pane|panel))s?(?:$|[\s_-])/i;
const CLASS_BESIDE_CONTENT =
  /(?:^|[\s_-])(?:alert|cart|consent|cookies?|dialog|drawer|drop-?down|error|form|gdpr|lightbox|loader|loading|log-?in|mega-?menu|menu|mobile|modal|nav(?:bar|igation)?|newsletter|notice|notification|off-?canvas|overlay|pop-?(?:over|up)|search|sign-?in|skeleton|spinner|sub-?menu|success|toast|tooltip|warning)s?(?:$|[\s_-])/i;
/** Dialogs in one that stays, and itself, that are looked at: each is walked through. */
const MOST_WITHIN = 8;
/** Characters of the names in an attribute that are looked at. */
const MAX_NAMES = 400;

/**
 * Takes out of a page, or its main content, what its markup hides and no visitor asks for: dialogs, notices, forms and menus for another
 * case; and dialogs that its styles keep closed. What is folded away stays: the texts of tabs, answers to questions, the
 * rest of a text. With `showsDialogs` only what the markup hides goes.
 */
export function dropHidden(root: LightElement, showsDialogs = false): void {
  const hidden: LightElement[] = [];
  const dialogs: { element: LightElement; figures: Figures }[] = [];
  const controlled = collectControlled(root);
  let all = 0;
  let dropped = 0;
  let hasTitle = false;
  let stayed = 0;
  let behind: LightNode | null = null;
  for (let node = root.firstChild; node !== null; ) {
    let isPassed = false;
    if (node === behind) stayed = 0;
    if (node.nodeType === 3) all += node.data.length;
    else if (UNREAD.has(node.localName)) isPassed = true;
    else if (isHiddenByMarkup(node)) {
      isPassed = true;
      const figures = measure(node);
      all += figures.chars;
      if (figures.words > 0 && isForAnotherCase(node, figures, isUnfolded(node, controlled))) {
        hidden.push(node);
        dropped += figures.chars;
      }
    } else if (!showsDialogs && stayed < MOST_WITHIN && isDialog(node)) {
      const figures = measure(node);
      if (isIdleDialog(node, figures)) {
        isPassed = true;
        all += figures.chars;
        dialogs.push({ element: node, figures });
      } else if (stayed++ === 0) behind = nextAfter(node, root);
    } else if (node.localName === 'h1') hasTitle = true;
    node = isPassed ? nextAfter(node, root) : nextNode(node, root);
  }
  if (dropped <= MOST_HIDDEN * all) for (const element of hidden) detach(element);
  for (const { element, figures } of dialogs) {
    const isPage = figures.chars > MOST_HIDDEN * all || (figures.holdsTitle && !hasTitle);
    if (!isPage && !figures.holdsMain) detach(element);
  }
}

/** The ids of what buttons show and hide. */
function collectControlled(root: LightElement): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const element of elementsOf(root)) {
    const controls = element.getAttribute('aria-controls')?.slice(0, MAX_NAMES);
    if (controls !== undefined) for (const id of controls.split(/\s/)) ids.add(id);
  }
  return ids;
}

/** Whether a button says that it shows the element. */
function isUnfolded(element: LightElement, controlled: ReadonlySet<string>): boolean {
  const id = element.getAttribute('id');
  if (id !== null && controlled.has(id)) return true;
  return previousElement(element)?.getAttribute('aria-expanded') != null;
}

interface Figures {
  chars: number;
  words: number;
  linked: number;
  fields: number;
  /** It holds the page's title or content, or a formula for those who cannot see its picture. */
  holdsContent: boolean;
  holdsTitle: boolean;
  holdsMain: boolean;
  plays: boolean;
  tabulates: boolean;
}

function measure(element: LightElement): Figures {
  const figures = {
    ...{ chars: 0, words: 0, linked: 0, fields: 0 },
    ...{ holdsContent: false, holdsTitle: false, holdsMain: false, plays: false, tabulates: false },
  };
  let link: LightElement | undefined;
  let behindLink: LightNode | null = null;
  for (let node: LightNode | null = element.firstChild; node !== null; ) {
    if (link !== undefined && node === behindLink) link = undefined;
    if (node.nodeType === 3) {
      const { words } = measureText(node.data);
      figures.chars += node.data.length;
      figures.words += words;
      if (link !== undefined) figures.linked += words;
    } else if (CONTENT.has(node.localName)) {
      figures.holdsContent = true;
      figures.holdsTitle ||= node.localName === 'h1';
      figures.holdsMain ||= node.localName === 'main' || node.localName === 'article';
    } else if (PLAYERS.has(node.localName)) figures.plays = true;
    else if (node.localName === 'table') figures.tabulates = true;
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

function isForAnotherCase(
  element: LightElement,
  { words, linked, fields, holdsContent }: Figures,
  isUnfolded: boolean,
): boolean {
  const { localName } = element;
  const role = element.getAttribute('role') ?? '';
  if (OPENED_ON_DEMAND.has(role) || localName === 'dialog') return true;
  if (holdsContent || localName === 'body' || localName === 'main') return false;
  if (NEVER_CONTENT.has(localName)) return true;
  const classes = element.getAttribute('class')?.slice(0, MAX_NAMES) ?? '';
  if (PANELS.has(role) || PARTS.has(localName) || PANEL_CLASS.test(classes)) return false;
  if (CLASS_BESIDE_CONTENT.test(classes)) return true;
  return (words < FEW_WORDS && !isUnfolded) || linked > MOST_LINKED * words || fields >= FIELDS;
}
