import { isInlined, MAX_URL_LENGTH } from '../../page/base-url';
import { classesOf } from '../../tree/classes-of';
import { levelByRole } from '../../tree/heading-role';
import { isHiddenByMarkup } from '../../tree/hidden-by-markup';
import { LightElement, type LightNode } from '../../tree/light-node';
import { isFormulaScript } from '../../tree/unread-elements';
import { detach, nextAfter, nextNode, previousElement, textOf, unwrap } from '../../tree/walk';
import { isBlankImage } from './blank-images';
import { DROPPED, flattenBlocks, isBlock, isHeading, isLongerThan, isPlain } from './blocks';
import { dropDrawnBullets } from './drawn-bullets';
import { prepareFootnotes } from './footnotes';
import { dropOwnLinks } from './heading-links';
import { isIdleIcon } from './icon-names';
import { noteBareItems } from './list-markers';
import { isLoadingPlace } from './loading-places';
import { isMissingImage } from './missing-images';
import { isOtherPrice } from './other-prices';
import { isOverlayOfCard } from './overlay-links';
import { isBlankCode, prepareCode, prepareListing } from './prepare-code';
import { prepareConstruct } from './prepare-construct';
import { isEmphasis, prepareEmphasis } from './prepare-emphasis';
import { joinCode, quote } from './prepare-inline';
import { isPlaceAnchor, prepareLink } from './prepare-links';
import { prepareCell, prepareTable } from './prepare-table';
import { preserveLines } from './preserved-lines';
import { isRepeatedImage } from './repeated-images';
import { isSaidAloud } from './said-aloud';
import { isForNobody, isSaidTwice } from './said-twice';
import { setApart, setBoxApart } from './set-apart';
import { setImageApart } from './set-image-apart';
import { isStyledCopy } from './styled-copies';
import { isTaskMark, joinTaskText } from './task-marks';
import { splitFormulas } from './tex-in-text';

/**
 * Every quote and list item puts its prefix before each line inside it, so that nesting multiplies the size of the
 * text: 400 nested lists of 8 KB would give 320 KB. Deeper than this they stay on the same level.
 */
const MAX_CONTAINERS = 16;
/** Boxes within a line, that a browser sets apart. */
const APART = new Set('BUTTON LABEL OPTGROUP OPTION SELECT'.split(' '));
/** Parts of a line that styles may set apart. */
const BOXES = new Set('CITE INS SMALL SPAN TIME'.split(' '));
/** What the usual carousels call it. */
const CLONE =
  /(?:^|\s)(?:slick-cloned|swiper-slide-duplicate|splide__slide--clone|glide__slide--clone)(?:\s|$)|(?:^|\s)owl-item(?:\s+\S+){0,3}\s+cloned(?:\s|$)/;
/** Of XenForo. */
const FOLD = /(?:^|\s)bbCodeBlock-(?:expand|shrink)Link(?:\s|$)/;
/** Characters of who is quoted. */
const MAX_LABEL = 200;
/** Characters. A longer heading is one that was never closed and has swallowed what follows. */
const MAX_HEADING = 500;

/**
 * Turns a tree into one that can be written down: takes out what has no text, straightens what markdown
 * has no form for (blocks in links, lists in lists, layout tables), and gives one name to what is written alike.
 * The tree is no use for anything else afterwards. `pageUrl`: as `dropOwnLinks` takes it.
 */
export function prepareTree(root: LightElement, hasFormulaScript: boolean, pageUrl: string): void {
  prepareFootnotes(root);
  let node = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3 && !isLoadingPlace(node)) {
      node = nextAfter(splitFormulas(node, hasFormulaScript), root);
    } else if (node.nodeType === 3 || isDropped(node, root, pageUrl)) {
      const following: LightNode | null = nextAfter(node, root);
      detach(node);
      node = following;
    } else {
      prepareElement(node, pageUrl);
      node = isTooDeep(node) ? lift(node, root) : nextNode(node, root);
    }
  }
}

/**
 * Levels. The text of an element is put together anew by every element around it, so that a page of 10 MB in 500 of
 * them takes half a minute.
 */
const MAX_LEVELS = 64;

function isTooDeep(element: LightElement): boolean {
  if (!isPlain(element)) return false;
  let parent = element.parentNode;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (parent === null) return false;
    parent = parent.parentNode;
  }
  return true;
}

/** Puts what `element` holds in its place, between the edges of the block that it was. Returns what comes next. */
function lift(element: LightElement, root: LightElement): LightNode | null {
  const next = nextNode(element, root);
  if (isBlock(element)) {
    element.parentNode?.insertBefore(new LightElement('div'), element);
    element.parentNode?.insertBefore(new LightElement('div'), element.nextSibling);
  }
  unwrap(element);
  return next;
}

function isDropped(element: LightElement, root: LightElement, pageUrl: string): boolean {
  if (DROPPED.has(element.nodeName)) return !isFormulaScript(element);
  if (element.nodeName === 'INPUT') return !isTaskMark(element);
  if (element.nodeName === 'IMG') {
    if (isBlankImage(element) || isMissingImage(element, root, pageUrl)) return true;
    return !hasAddress(element) || isRepeatedImage(element);
  }
  if (isSaidAloud(element) || isStyledCopy(element)) return true;
  if (element.nodeName === 'SPAN' && isForNobody(element)) return true;
  if (element.nodeName === 'SPAN') return isIdleIcon(element) || isSaidTwice(element) || isOtherPrice(element);
  if (element.nodeName === 'DIV' || element.nodeName === 'LI')
    return isClone(element) || isFold(element) || isOtherPrice(element);
  if (element.nodeName === 'I' || element.nodeName === 'MAT-ICON') return isIdleIcon(element);
  return element.nodeName === 'A' && (isPlaceAnchor(element, pageUrl) || isOverlayOfCard(element, pageUrl));
}

/** A slide once more, so that a carousel goes round. */
function isClone(slide: LightElement): boolean {
  return CLONE.test(classesOf(slide));
}

/** What folds a long quotation of a forum: `Click to expand...`. */
function isFold(box: LightElement): boolean {
  return FOLD.test(classesOf(box));
}

function hasAddress(image: LightElement): boolean {
  const source = image.getAttribute('src') ?? '';
  return source !== '' && (source.length <= MAX_URL_LENGTH || isInlined(source));
}

function prepareElement(element: LightElement, pageUrl: string): void {
  // The lines around a paragraph stay apart without it.
  if (element.nodeName === 'P' && isForNobody(element)) for (const child of element.childNodes) detach(child);
  preserveLines(element);
  prepareConstruct(element);
  // What became a part of a line is none any more.
  const level = isBlock(element) || element.nodeName.includes('-') ? levelByRole(element) : 0;
  if (level !== 0) element.nodeName = `H${level}`;
  if (isHeading(element)) prepareHeading(element, pageUrl);
  else if (isEmphasis(element)) {
    setBoxApart(element);
    prepareEmphasis(element);
  } else if (APART.has(element.nodeName)) setApart(element);
  else if (BOXES.has(element.nodeName)) setBoxApart(element);
  else if (element.nodeName === 'IMG') setImageApart(element);
  else if (element.nodeName === 'INPUT') joinTaskText(element);
  else if (element.nodeName === 'Q') quote(element);
  else if (element.nodeName === 'A') {
    setBoxApart(element);
    prepareLink(element, pageUrl);
  } else if (element.nodeName === 'TABLE') prepareTable(element);
  else if (element.nodeName === 'UL' || element.nodeName === 'OL' || element.nodeName === 'MENU') prepareList(element);
  else if (element.nodeName === 'LI' || element.nodeName === 'BLOCKQUOTE') prepareContainer(element);
  else if (element.nodeName === 'PRE') prepareListing(element, pageUrl);
  else if (element.nodeName === 'CODE') prepareCode(element);
  else if (element.nodeName === 'TD' || element.nodeName === 'TH') prepareCell(element);
  if (element.nodeName === 'CODE' && isBlankCode(element)) element.nodeName = 'SPAN';
  if (element.nodeName === 'CODE') joinCode(element);
}

function prepareHeading(heading: LightElement, pageUrl: string): void {
  if (isLongerThan(heading, MAX_HEADING)) heading.nodeName = 'DIV';
  else {
    dropTools(heading);
    dropOwnLinks(heading, pageUrl);
    flattenBlocks(heading);
    unwrapStrong(heading);
  }
}

/**
 * What stands hidden in a heading is no part of it, nor is a button at its end that says less than the heading: `<h1>
 * Overview<bookmark-button hidden>Save this page</bookmark-button><button>Copy</button></h1>`. One that unfolds
 * something says what.
 */
function dropTools(heading: LightElement): void {
  const hidden: LightElement[] = [];
  const buttons: LightElement[] = [];
  let text = '';
  let before = 0;
  for (let node = heading.firstChild; node !== null; ) {
    let isTool = false;
    if (node.nodeType === 3) {
      text += node.data;
      // What comes behind a button goes on with the heading.
      if (/\p{L}/u.test(node.data)) before = buttons.length;
    } else if (isHiddenByMarkup(node)) {
      isTool = true;
      hidden.push(node);
    } else if (node.nodeName === 'BUTTON' && isBesideThePoint(node, text)) {
      isTool = true;
      buttons.push(node);
    }
    node = isTool ? nextAfter(node, heading) : nextNode(node, heading);
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return;
  for (const tool of [...hidden, ...buttons.slice(before)]) detach(tool);
}

function isBesideThePoint(button: LightElement, before: string): boolean {
  if (['aria-expanded', 'aria-controls'].some((name) => button.getAttribute(name) !== null)) return false;
  return textOf(button).trim().length < before.trim().length && /\p{L}/u.test(before);
}

/** A heading is strong as it is: `<h2><strong>Use</strong></h2>`. */
function unwrapStrong(heading: LightElement): void {
  const shown = heading.childNodes.filter((node) => node.nodeType !== 3 || node.data.trim() !== '');
  const [only] = shown;
  if (shown.length !== 1 || only === undefined || only.nodeType === 3) return;
  if (only.nodeName === 'STRONG' || only.nodeName === 'B') unwrap(only);
}

function prepareList(list: LightElement): void {
  if (countContainers(list) >= MAX_CONTAINERS) {
    list.nodeName = 'DIV';
    return;
  }
  const parent = list.parentNode;
  // A list right inside a list belongs to the item before it, whatever its author wrote.
  if (parent?.nodeName === 'UL' || parent?.nodeName === 'OL') {
    const item = previousElement(list);
    if (item?.nodeName === 'LI') {
      detach(list);
      item.appendChild(list);
    }
  }
  if (list.nodeName === 'MENU') list.nodeName = 'UL';
  dropDrawnBullets(list);
  noteBareItems(list);
}

function prepareContainer(element: LightElement): void {
  if (element.nodeName === 'BLOCKQUOTE') setLabelApart(element);
  if (countContainers(element) >= MAX_CONTAINERS) element.nodeName = 'DIV';
}

/** Who is quoted, above what was said: `<blockquote><cite>Ada wrote:</cite>Well …`. */
function setLabelApart(quotation: LightElement): void {
  let first = quotation.firstChild;
  while (first?.nodeType === 3 && first.data.trim() === '') first = first.nextSibling;
  if (first?.nodeType !== 1 || first.nodeName !== 'CITE' || isLongerThan(first, MAX_LABEL)) return;
  const next = first.nextSibling;
  if (!textOf(first).trimEnd().endsWith(':') || (next?.nodeType === 3 && /^\s/.test(next.data))) return;
  first.nodeName = 'DIV';
}

function countContainers(element: LightElement): number {
  let containers = 0;
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.nodeName === 'LI' || parent.nodeName === 'BLOCKQUOTE') containers++;
  }
  return containers;
}
