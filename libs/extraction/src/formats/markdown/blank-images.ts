import { isInlinedSpacer } from '../../page/inlined-images';
import type { LightElement } from '../../tree/light-node';
import { classesOf } from '../../tree/walk';

/** Characters at the end of a URL that contain the file name. */
const MAX_FILE_LENGTH = 200;
const PLACEHOLDER_FILE =
  /(?:^|\/)(?:(?:ajax|dots?|empty|gr[ae]y|image|img|lazy|small|white|\dx|\w{10,40})[_.-]{1,2}){0,2}_?(?:1x1|blank|clear(?:dot|pixel)?|dummy|lazy(?:-?load(?:er)?)?|load(?:er|ing)|pixel|placeholder|preloader|spacer|spc|spinner|transparent)(?:[_.-](?:avatar|gr[ae]y|image|img|trans|white|\dx|_?[\da-z]{6,20}_?)){0,3}\.(?:gif|png|svg)$/i;
const DOT = /^\s*[01](?:px)?\s*$/;
const AVATAR_CLASS = /(?:^|[\s_-])avatar(?:$|[\s_-])/i;
const ARROW =
  /^(?:(?:down|left|right|up|next|previous)[ -])?(?:arrow|caret|chevron)s?(?:[ -](?:down|left|right|up))?(?<icon>[ -]icon)?$/i;
const ARROW_FILE = /(?:arrow|caret|chevron)[^/]*$/i;
/** Pixels. */
const MAX_ICON_SIZE = 32;
const MAX_AVATAR_SIZE = 64;

/** Whether an image is a tracking pixel, a placeholder, an arrow, a small avatar, or not displayed. */
export function isBlankImage(image: LightElement): boolean {
  const read = (name: string) => image.getAttribute(name) ?? '';
  const alt = read('alt').trim();
  const arrow = ARROW.exec(alt);
  if (arrow !== null && (arrow.groups?.icon !== undefined || ARROW_FILE.test(fileOf(image)))) return true;
  if (alt !== '' || read('title').trim() !== '') return false;
  if (/display\s{0,9}:\s{0,9}none/i.test(read('style'))) return true;
  if (isInlinedSpacer(read('src'))) return true;
  if (AVATAR_CLASS.test(classesOf(image)) && isAtMost(image, MAX_AVATAR_SIZE)) return true;
  if (read('aria-hidden') === 'true' && isAtMost(image, MAX_ICON_SIZE)) return true;
  return PLACEHOLDER_FILE.test(fileOf(image)) || (DOT.test(read('width')) && DOT.test(read('height')));
}

function fileOf(image: LightElement): string {
  const [address = ''] = (image.getAttribute('src') ?? '').split(/[?#]/, 1);
  return address.slice(-MAX_FILE_LENGTH);
}

function isAtMost(image: LightElement, pixels: number): boolean {
  const sizes = ['width', 'height'].map((name) => image.getAttribute(name)).filter((size) => size !== null);
  return (
    sizes.length > 0 &&
    sizes.every((size) => /^\s*\d{1,3}(?:px)?\s*$/.test(size) && Number.parseInt(size, 10) <= pixels)
  );
}
