import { measureText } from '../main-content/characters';
import { type HidingClass, hidingClassOf } from '../tree/hidden-by-class';
import { isHiddenByMarkup } from '../tree/hidden-by-markup';
import type { LightElement, LightNode } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { detach, elementsOf, nextAfter, nextNode, previousElement } from '../tree/walk';
import { FEW_WORDS, isClosedDialog, isDialog, MOST_LINKED } from './is-closed-dialog';

/** Fields of a form. */
const FIELDS = 2;
/** Share of a page's characters. If more is hidden, scripts show the page. */
const MOST_HIDDEN = 0.5;
const OPENED_ON_DEMAND = new Set('alert alertdialog dialog listbox menu status tooltip'.split(' '));
const NEVER_CONTENT = new Set('form menu nav'.split(' '));
const CONTENT = new Set('article h1 main math script'.split(' '));
const PAGE_OR_TITLE = new Set('body h1 main'.split(' '));
const PLAYERS = new Set('audio embed iframe object video'.split(' '));
/** Parts of a collapsed list or table. */
const PARTS = new Set('dd dt li tbody td th tr'.split(' '));
const PANELS = new Set(['region', 'tabpanel']);
/** Classes only: an id names the topic, and a tab may be about errors or menus. */
const PANEL_CLASS =
  /(?:^|[\s_-])(?:accordion|answer|collaps(?:e|ible)|faq|hint|more|pane|panel|solution|spoiler|tab|tab-?(?:content|pane|panel))s?(?:$|[\s_-])/i;
const CLASS_BESIDE_CONTENT =
  /(?:^|[\s_-])(?:alert|cart|consent|cookies?|dialog|drawer|drop-?down|error|form|gdpr|lightbox|loader|loading|log-?in|mega-?menu|menu|mobile|modal|nav(?:bar|igation)?|newsletter|notice|notification|off-?canvas|overlay|pop-?(?:over|up)|search|sign-?in|skeleton|spinner|sub-?menu|success|toast|tooltip|warning)s?(?:$|[\s_-])/i;
const DIALOG_CLASS = /(?:^|[\s_-])(?:dialog|lightbox|modal|overlay|pop-?(?:over|up)|tooltip)s?(?:$|[\s_-])/i;
/** Word boundary of camel case. */
const HUMP = /(?<=[a-z])(?=[A-Z])/g;
/** Candidates measured within an element that is kept. */
const MOST_WITHIN = 8;
/** Levels searched for a trailing link. */
const MOST_LEVELS = 6;
/** Targets of links that scripts handle; not routes (`#/b`). */
const NOWHERE = /^$|^javascript:|#[^/]*$/i;
const MAX_NAMES = 400;

/**
 * Removes hidden dialogs, notices, forms and menus, and dialogs that styles keep closed unless `showsDialogs`. Keeps
 * collapsed content: tabs, answers, the rest of a text.
 */
export function dropHidden(root: LightElement, showsDialogs = false): void {
  const hidden: LightElement[] = [];
  const dialogs: { element: LightElement; figures: Figures }[] = [];
  const controlled = collectControlled(root);
  let all = 0;
  let dropped = 0;
  /** Separate, because scripts may show the page by its classes. */
  const hiddenByClass: LightElement[] = [];
  let droppedByClass = 0;
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
      if (figures.words > 0 && isUnneeded(node, figures, isCollapsible(node, controlled))) {
        hidden.push(node);
        dropped += figures.chars;
      }
    } else {
      const hiding = stayed < MOST_WITHIN ? hidingClassOf(node) : undefined;
      const isAsked = stayed < MOST_WITHIN && (hiding !== undefined || (!showsDialogs && isDialog(node)));
      if (isAsked) {
        const figures = measure(node);
        const isHidden =
          hiding !== undefined && isUnneededByClass(node, figures, hiding, isCollapsible(node, controlled));
        const isIdle = !isHidden && !showsDialogs && isDialog(node) && isClosedDialog(node, figures);
        if (isHidden || isIdle) {
          isPassed = true;
          all += figures.chars;
        }
        if (isHidden) {
          hiddenByClass.push(node);
          droppedByClass += figures.chars;
        } else if (isIdle) dialogs.push({ element: node, figures });
        else if (stayed++ === 0) behind = nextAfter(node, root);
      }
      if (!isPassed && node.localName === 'h1') hasTitle = true;
    }
    node = isPassed ? nextAfter(node, root) : nextNode(node, root);
  }
  // Attributes are more reliable than classes.
  const isDropped = dropped <= MOST_HIDDEN * all;
  if (isDropped) for (const element of hidden) detach(element);
  if (droppedByClass + (isDropped ? dropped : 0) <= MOST_HIDDEN * all)
    for (const element of hiddenByClass) detach(element);
  for (const { element, figures } of dialogs) {
    const isPage = figures.chars > MOST_HIDDEN * all || (figures.holdsTitle && !hasTitle);
    if (!isPage && !figures.holdsMain) detach(element);
  }
}

function collectControlled(root: LightElement): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const element of elementsOf(root)) {
    const controls = element.getAttribute('aria-controls')?.slice(0, MAX_NAMES);
    if (controls !== undefined) for (const id of controls.split(/\s/)) ids.add(id);
  }
  return ids;
}

function isCollapsible(element: LightElement, controlled: ReadonlySet<string>): boolean {
  const id = element.getAttribute('id');
  if (id !== null && controlled.has(id)) return true;
  const before = previousElement(element);
  return before !== null && (before.getAttribute('aria-expanded') !== null || hasScriptAction(before));
}

/** Whether the element, or its last link, has a script action: `Show answer`. */
function hasScriptAction(element: LightElement): boolean {
  let last: LightNode | null = element;
  for (let level = 0; level < MOST_LEVELS; level++) {
    while (last?.nodeType === 3 && last.data.trim() === '') last = last.previousSibling;
    if (last === null || last.nodeType === 3) return false;
    if (last.getAttribute('onclick') !== null) return true;
    if (last.localName === 'a') return NOWHERE.test(last.getAttribute('href')?.trim() ?? '');
    last = last.lastChild;
  }
  return false;
}

interface Figures {
  chars: number;
  words: number;
  linked: number;
  fields: number;
  /** Contains an h1, article, main, formula or script. */
  holdsContent: boolean;
  holdsTitle: boolean;
  holdsMain: boolean;
  plays: boolean;
  tabulates: boolean;
  shows: boolean;
}

function measure(element: LightElement): Figures {
  const figures = {
    ...{ chars: 0, words: 0, linked: 0, fields: 0 },
    ...{ holdsContent: false, holdsTitle: false, holdsMain: false, plays: false, tabulates: false, shows: false },
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
    else if (node.localName === 'table') figures.tabulates = figures.shows = true;
    else if (node.localName === 'img') figures.shows = true;
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

/** Classes are less reliable than attributes, so a longer text must be a named dialog, a form or a menu. */
function isUnneededByClass(
  element: LightElement,
  figures: Figures,
  hiding: HidingClass,
  isCollapsible: boolean,
): boolean {
  if (figures.words === 0 || isInLink(element)) return false;
  if (figures.words >= FEW_WORDS && !isCalledDialog(element) && (hiding === 'vague' || !isFormOrMenu(figures)))
    return false;
  return isUnneeded(element, figures, isCollapsible || figures.shows);
}

function isInLink({ parentNode: parent }: LightElement): boolean {
  return parent !== null && (parent.localName === 'a' || parent.parentNode?.localName === 'a');
}

function isCalledDialog(element: LightElement): boolean {
  if (element.localName === 'dialog' || OPENED_ON_DEMAND.has(element.getAttribute('role') ?? '')) return true;
  return DIALOG_CLASS.test(withLastWords(classNames(element)));
}

function isFormOrMenu({ words, linked, fields }: Figures): boolean {
  return linked > MOST_LINKED * words || fields >= FIELDS;
}

function classNames(element: LightElement): string {
  return element.getAttribute('class')?.slice(0, MAX_NAMES) ?? '';
}

/** Adds the last words of camel-case names: `browserWarning` is a warning, `errorCodes` no error. */
function withLastWords(names: string): string {
  const lastWords = names.replace(/[^\s_-]+/g, (name) => {
    const words = name.split(HUMP);
    // Two words for `sitePopUp`.
    return `${words.at(-1)} ${words.slice(-2).join('')}`;
  });
  return `${names} ${lastWords}`;
}

/** Whether a hidden element is a dialog, a notice, a form or a menu, not collapsed content. */
function isUnneeded(element: LightElement, figures: Figures, isCollapsible: boolean): boolean {
  const { localName } = element;
  const role = element.getAttribute('role') ?? '';
  if (OPENED_ON_DEMAND.has(role) || localName === 'dialog') return true;
  if (figures.holdsContent || PAGE_OR_TITLE.has(localName)) return false;
  if (NEVER_CONTENT.has(localName)) return true;
  const classes = classNames(element);
  if (PANELS.has(role) || PARTS.has(localName) || PANEL_CLASS.test(classes.replace(HUMP, '-'))) return false;
  if (CLASS_BESIDE_CONTENT.test(withLastWords(classes))) return true;
  return (figures.words < FEW_WORDS && !isCollapsible) || isFormOrMenu(figures);
}
