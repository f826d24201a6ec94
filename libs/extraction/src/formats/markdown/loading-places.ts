import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { nextNode } from '../../tree/walk';
import { findAround } from './blocks';

/** The whole text of a placeholder for content that is loaded: `Loading`, `Loading related items…`, `Chargement...`. */
const LOADING_NOTICE =
  /^(?:loading(?:(?: \p{L}{1,20}){0,3} ?(?:…|\.{3}))?|please wait(?:…|\.{3})?|(?:wird geladen|chargement|cargando|загрузка|加载中|読み込み中)(?:…|\.{3})?)$/iu;
/** Characters of a notice, with the white space around it. */
const MAX_CHARS = 200;
/** Letters that a notice begins with: most texts are none at the first look. */
const FIRST = /^\s*[CLPWclpwЗз加読]/;
/** Elements around it that hold nothing else, and nodes of each. */
const MAX_LEVELS = 4;
const MAX_NODES = 20;
const MAX_NAME = 300;
const SPINNER = /spinner|preloader|skeleton/i;
/** Asked where the notice ends with dots: `loading-and-unloading` is a service of movers, `progress-step` one of many. */
const LOADER = /[Ll]oad(?:ing|er)?(?![a-z])|[Ww]ait(?:ing)?(?![a-z])|[Pp]rogress/;
const ROLES = new Set(['alert', 'progressbar', 'status']);
const CITED: ReadonlySet<string> = new Set('CODE DD DT KBD PRE SAMP TD TH'.split(' '));
/** What these are called, whatever their classes and those within say, unless nobody sees it. */
const CALLED: ReadonlySet<string> = new Set('A CAPTION FIGCAPTION H1 H2 H3 H4 H5 H6 LI SUMMARY'.split(' '));

/**
 * Whether a text says that the place it stands in is loading, and the markup of that place says so too. A title, a cell
 * or a word of a text that reads the same does not.
 */
export function isLoadingPlace(text: LightText): boolean {
  if (text.data.length > MAX_CHARS || !FIRST.test(text.data)) return false;
  const said = text.data.trim();
  if (!LOADING_NOTICE.test(said)) return false;
  const hasDots = /[….]$/.test(said);
  let isNamed = false;
  let place = text.parentNode;
  for (let level = 0; place !== null && level < MAX_LEVELS && holdsOnly(place, text); level++) {
    if (CITED.has(place.nodeName)) return false;
    if (isVisuallyHidden(place)) return findAround(place, CITED) === undefined;
    if (CALLED.has(place.nodeName)) return false;
    if (isStatus(place)) return findAround(place, CITED) === undefined;
    isNamed ||= isNamedLoader(place, hasDots);
    place = place.parentNode;
  }
  return isNamed && text.parentNode !== null && findAround(text.parentNode, CITED) === undefined;
}

function isStatus(place: LightElement): boolean {
  if (ROLES.has(place.getAttribute('role') ?? '')) return true;
  return place.getAttribute('aria-busy') === 'true' || place.getAttribute('aria-live') !== null;
}

function isNamedLoader(place: LightElement, hasDots: boolean): boolean {
  return ['class', 'id'].some((attribute) => {
    const name = (place.getAttribute(attribute) ?? '').slice(0, MAX_NAME);
    return SPINNER.test(name) || (hasDots && LOADER.test(name));
  });
}

function holdsOnly(place: LightElement, text: LightText): boolean {
  let looked = 0;
  for (let node: LightNode | null = place.firstChild; node !== null; node = nextNode(node, place)) {
    if (++looked > MAX_NODES || (node.nodeType === 3 && node !== text && node.data.trim() !== '')) return false;
  }
  return true;
}
