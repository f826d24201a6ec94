import { isInlinedSpacer } from '../../page/inlined-images';
import { classesOf } from '../../tree/classes-of';
import type { LightElement } from '../../tree/light-node';

/** Characters of an address that can hold the name of its file. */
const MAX_TAIL = 200;
/** A file that is called by what it is: nothing to see until the picture has come. */
const STOPGAP =
  /(?:^|\/)(?:(?:ajax|dots?|empty|gr[ae]y|image|img|lazy|small|white|\dx|\w{10,40})[_.-]{1,2}){0,2}_?(?:1x1|blank|clear(?:dot|pixel)?|dummy|lazy(?:-?load(?:er)?)?|load(?:er|ing)|pixel|placeholder|preloader|spacer|spc|spinner|transparent)(?:[_.-](?:avatar|gr[ae]y|image|img|trans|white|\dx|_?[\da-z]{6,20}_?)){0,3}\.(?:gif|png|svg)$/i;
/** What counts visitors or holds the place of an advertisement, by the services that most pages of a country ask. */
const COUNTER =
  /^(?:https?:)?\/\/(?:mc\.yandex\.\w{2,3}\/watch\/|counter\.(?:rambler|yadro)\.ru\/|(?:www\.)?tns-counter\.ru\/|top-fwz1\.mail\.ru\/counter|ad\.adriver\.ru\/|(?:pixel|stats)\.wp\.com\/|(?:www\.)?facebook\.com\/tr\?)/i;
const DRAWING = /\.svg$/i;
const DOT = /^\s*[01](?:px)?\s*$/;
/** Signs beside a text. */
const SIGN_CLASS = /(?:^|[\s_-])(?:caret|chevron|site-icon|spacer)(?:$|[\s_-])/i;
/** A picture of who has written it. */
const AVATAR_CLASS = /(?:^|[\s_-])avatar(?:$|[\s_-])/i;
const ARROW =
  /^(?:(?:down|left|right|up|next|previous)[ -])?(?:arrow|caret|chevron)s?(?:[ -](?:down|left|right|up))?(?<icon>[ -]icon)?$/i;
const ARROW_FILE = /(?:arrow|caret|chevron)[^/]*$/i;
/** Pixels of a sign, and of a picture beside a name. */
const MAX_SIGN = 32;
const MAX_AVATAR = 64;

/**
 * Whether an image shows nothing to anybody: it counts visitors, is not displayed, or keeps the place of another. One
 * with a description is there for readers; drawings have no size of their own, which some sites write as that of a dot.
 */
export function isBlankImage(image: LightElement): boolean {
  const read = (name: string) => image.getAttribute(name) ?? '';
  const alt = read('alt').trim();
  const arrow = ARROW.exec(alt);
  if (arrow !== null && (arrow.groups?.icon !== undefined || ARROW_FILE.test(fileOf(image)))) return true;
  if (alt !== '' || read('title').trim() !== '') return false;
  if (/display\s{0,9}:\s{0,9}none/i.test(read('style'))) return true;
  if (SIGN_CLASS.test(classesOf(image)) || isInlinedSpacer(read('src'))) return true;
  if (AVATAR_CLASS.test(classesOf(image)) && isWithin(image, MAX_AVATAR)) return true;
  if (read('aria-hidden') === 'true' && isWithin(image, MAX_SIGN)) return true;
  const file = fileOf(image);
  if (STOPGAP.test(file) || COUNTER.test(read('src').slice(0, MAX_TAIL))) return true;
  return DOT.test(read('width')) && DOT.test(read('height')) && !DRAWING.test(file);
}

/** The end of its address, without a query. */
function fileOf(image: LightElement): string {
  const [address = ''] = (image.getAttribute('src') ?? '').split(/[?#]/, 1);
  return address.slice(-MAX_TAIL);
}

/** Whether its sizes, as far as it has any, are no larger. */
function isWithin(image: LightElement, pixels: number): boolean {
  const sizes = ['width', 'height'].map((name) => image.getAttribute(name)).filter((size) => size !== null);
  return (
    sizes.length > 0 &&
    sizes.every((size) => /^\s*\d{1,3}(?:px)?\s*$/.test(size) && Number.parseInt(size, 10) <= pixels)
  );
}
