import type { LightElement } from '../../tree/light-node';
import { previousElement } from '../../tree/walk';
import { isMain } from '../landmarks';
import type { PageView } from '../page-view';
import { dropInside } from './drop-inside';
import { isNamedByHeading } from './named-by-heading';

/** Of what is kept. Where the markup calls more of a page chrome, the names are misleading. */
const MOST_CHROME = 0.3;
/**
 * Classes and ids, whole; `navheader` and `navfooter` are of DocBook, around links to the chapters before and behind. Asides and footers are not among them: beside a text they are its notes, footnotes and sources;
 * nor `top`, `side`, `overlay`, `menu`, `language` and the like, which name places and things as well.
 */
const CHROME = new Set(
  (
    'ad ads advert sidebar modal popup navbar navigation breadcrumbs lang-selector language-selector ' +
    'social social-media social-links share cookie navheader navfooter'
  ).split(' '),
);
/** Ids are names of sections as well, so there are fewer. */
const CHROME_IDS = new Set('ad sidebar modal breadcrumbs language-selector social share cookie'.split(' '));
const SIDEBAR = /(?:^|\s)sidebar(?:\s|$)/;
/** Of these, the name says something about the page. */
const WHOLE = new Set('article body html main'.split(' '));

/**
 * Takes out what the markup itself calls an advertisement, a side column, a dialog or the like, however much the text
 * in it reads like that of the page; not what holds the title or the main element. `kept`, by block: 1 stays.
 * `sells`: it is the page of a product, whose price stands in what is called a sidebar.
 */
export function dropChrome(page: PageView, kept: Uint8Array, sells = false): void {
  const { blocks, elements, names, title } = page;
  const { node, first, end } = elements;
  const mains = node.flatMap((one, index) => (isMain(one) ? [index] : []));
  const inside = new Uint8Array(blocks.length);
  /** By number of all classes: 0 not looked at yet, 1 something else, 2 chrome. */
  const looked = new Uint8Array(names.most + 1);
  const last = kept.lastIndexOf(1);
  let next = 0;
  let behind = kept.indexOf(1);
  for (let element = 0; element < node.length; element++) {
    const start = first[element] as number;
    const stop = end[element] as number;
    if (stop <= behind || start > last) continue;
    const one = node[element] as LightElement;
    const whole = names.whole[element] as number;
    if (looked[whole] === 0) looked[whole] = isChromeClass(one.getAttribute('class') ?? '') ? 2 : 1;
    const isChromeId = CHROME_IDS.has(one.getAttribute('id') ?? '') && !isNamedByHeading(page, element);
    if (looked[whole] !== 2 && !isChromeId) continue;
    if (isSidebar(one) && (sells || isBesideParagraph(one))) continue;
    if (WHOLE.has(one.localName) || (title >= start && title < stop)) continue;
    // Elements come in the order of the page: the next main element is in this one, or none is.
    while ((mains[next] ?? Infinity) <= element) next++;
    const main = mains[next];
    if (main !== undefined && (end[main] as number) <= stop) continue;
    inside.fill(1, start, stop);
    behind = stop;
  }
  dropInside(blocks, inside, kept, MOST_CHROME);
}

const isChromeClass = (classes: string): boolean => classes.split(/\s+/).some((name) => CHROME.has(name));

function isSidebar(element: LightElement): boolean {
  return element.getAttribute('id') === 'sidebar' || SIDEBAR.test(element.getAttribute('class') ?? '');
}

/** A digression in the text, as books and manuals have them: a column of the page stands beside all of the text. */
function isBesideParagraph(element: LightElement): boolean {
  let beside = element.nextSibling;
  while (beside !== null && beside.nodeType === 3) beside = beside.nextSibling;
  return beside?.localName === 'p' || previousElement(element)?.localName === 'p';
}
