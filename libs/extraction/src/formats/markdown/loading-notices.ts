import { isVisuallyHidden } from '../../tree/hidden-by-class';
import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { findAround } from './blocks';

/** A placeholder for content that is loaded: `Loading`, `Loading related items…`, `Chargement...`. */
const LOADING_NOTICE =
  /^(?:loading(?:(?: \p{L}{1,20}){0,3} ?(?:…|\.{3}))?|please wait(?:…|\.{3})?|(?:wird geladen|chargement|cargando|загрузка|加载中|読み込み中)(?:…|\.{3})?)$/iu;
const MAX_LENGTH = 200;
/** First letters of all notices, which excludes most texts at once. */
const FIRST_LETTER = /^\s*[CLPWclpwЗз加読]/;
const MAX_LEVELS = 4;
const MAX_NODES = 20;
const MAX_NAME_LENGTH = 300;
const SPINNER = /spinner|preloader|skeleton/i;
/** Requires a notice that ends with dots: `loading-and-unloading` may be a service. */
const LOADER = /[Ll]oad(?:ing|er)?(?![a-z])|[Ww]ait(?:ing)?(?![a-z])|[Pp]rogress/;
/** Elements whose text is quoted, tabular or a name. */
const CONTENT: ReadonlySet<string> = new Set(
  'A CAPTION CODE DD DT FIGCAPTION H1 H2 H3 H4 H5 H6 KBD LI PRE SAMP SUMMARY TD TH'.split(' '),
);

/** Whether a text is a loading notice in an element whose class or id names a loader, or that is visually hidden. */
export function isLoadingNotice(text: LightText): boolean {
  if (text.data.length > MAX_LENGTH || !FIRST_LETTER.test(text.data)) return false;
  const notice = text.data.trim();
  if (!LOADING_NOTICE.test(notice)) return false;
  const hasDots = /[….]$/.test(notice);
  let around = text.parentNode;
  for (let level = 0; around !== null && level < MAX_LEVELS && isAllOf(around, text); level++) {
    if (isVisuallyHidden(around)) return true;
    if (CONTENT.has(around.nodeName)) return false;
    if (isNamedLoader(around, hasDots)) return findAround(around, CONTENT) === undefined;
    around = around.parentNode;
  }
  return false;
}

function isNamedLoader(element: LightElement, hasDots: boolean): boolean {
  return ['class', 'id'].some((attribute) => {
    const name = (element.getAttribute(attribute) ?? '').slice(0, MAX_NAME_LENGTH);
    return SPINNER.test(name) || (hasDots && LOADER.test(name));
  });
}

function isAllOf(element: LightElement, text: LightText): boolean {
  let visited = 0;
  for (let node: LightNode | null = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (++visited > MAX_NODES || (node.nodeType === 3 && node !== text && node.data.trim() !== '')) return false;
  }
  return true;
}
