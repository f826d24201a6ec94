import { isInlinedSpacer } from '../../page/inlined-images';
import type { LightElement } from '../../tree/light-node';

/** Characters of an address that can hold the name of its file. */
const MAX_TAIL = 200;
/** A file that is called by what it is: nothing to see until the picture has come. */
const STOPGAP =
  /(?:^|\/)(?:(?:ajax|dots?|empty|gr[ae]y|image|img|lazy|small|white|\dx|\w{10,40})[_.-]{1,2}){0,2}_?(?:1x1|blank|clear|dummy|lazy(?:-?load(?:er)?)?|load(?:er|ing)|pixel|placeholder|preloader|spacer|spinner|transparent)(?:[_.-](?:avatar|gr[ae]y|image|img|trans|white|\dx|_?[\da-z]{6,20}_?)){0,3}\.(?:gif|png|svg)$/i;
const DRAWING = /\.svg$/i;
/** Signs beside a text, and pictures of who has written it. */
const IDLE_CLASS = /(?:^|[\s_-])(?:avatar|caret|chevron|site-icon|spacer)(?:$|[\s_-])/i;
const ARROW =
  /^(?:(?:down|left|right|up|next|previous)[ -])?(?:arrow|caret|chevron)s?(?:[ -](?:down|left|right|up))?(?:[ -]icon)?$/i;
/** Pixels. */
const MAX_ICON = 32;
/** Characters of classes that are looked at. */
const MAX_CLASSES = 300;
const DOT = /^\s*[01](?:px)?\s*$/;

/**
 * Whether an image shows nothing to anybody: it counts visitors, is not displayed, or keeps the place of another. One
 * with a description is there for readers; drawings have no size of their own, which some sites write as that of a dot.
 */
export function isBlankImage(image: LightElement): boolean {
  const read = (name: string) => image.getAttribute(name) ?? '';
  if (ARROW.test(read('alt').trim())) return true;
  if (read('alt').trim() !== '' || read('title').trim() !== '') return false;
  if (read('aria-hidden') === 'true' && (isIcon(read('width')) || isIcon(read('height')))) return true;
  if (/display\s{0,9}:\s{0,9}none/i.test(read('style')) || IDLE_CLASS.test(read('class').slice(0, MAX_CLASSES)))
    return true;
  if (isInlinedSpacer(read('src'))) return true;
  const [address = ''] = read('src').split(/[?#]/, 1);
  const file = address.slice(-MAX_TAIL);
  if (STOPGAP.test(file)) return true;
  return DOT.test(read('width')) && DOT.test(read('height')) && !DRAWING.test(file);
}

/** Whether it is a size, and one of icons. */
function isIcon(size: string): boolean {
  return /^\s*\d{1,3}(?:px)?\s*$/.test(size) && Number.parseInt(size, 10) <= MAX_ICON;
}
