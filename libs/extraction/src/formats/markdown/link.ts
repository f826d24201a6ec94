import { decodeHTML } from 'entities/decode';
import { REMOVED_IMAGE } from '../../page/inlined-images';
import type { LightElement } from '../../tree/light-node';
import { textOf } from '../../tree/walk';
import { enclosingLink } from './blocks';
import { escapeText } from './escape-text';
import { stripNewTabSuffix } from './redundant-screen-reader-text';

/** `&` that starts an entity. Some renderers ignore a backslash before it in a destination. */
const ENTITY = /&(?=(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});)/gi;
/** Alternative texts from templates without a value. */
const NO_VALUE = /^(?:null|undefined|NaN|\[object Object\])$/;
const ESCAPED_ENTITY = /&(?:amp|quot|apos|lt|gt|nbsp|#\d{2,5}|#x[\da-f]{2,5});/i;

export function writeLink(content: string, link: LightElement): string {
  const label = stripNewTabSuffix(link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '');
  const text = oneLine(content) || escapeText(oneLine(label));
  if (text === '') return '';
  const visible = oneLine(content) === '' ? label : textOf(link);
  return `[${text}](${destination(link.getAttribute('href') ?? '')}${titlePart(link, visible)})`;
}

export function writeImage(image: LightElement): string {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (source === '') return '';
  const description = oneLine(describeImage(image.getAttribute('alt')?.trim() ?? ''));
  const alt = escapeAlt(description, image);
  if (source === REMOVED_IMAGE) return `![${alt}](${source})`;
  return `![${alt}](${destination(source)}${titlePart(image, description)})`;
}

/** Leaves balanced brackets unescaped, as markdown-it drops escapes in images. Within a link marked needs them. */
function escapeAlt(alt: string, image: LightElement): string {
  const escaped = escapeText(alt);
  const isPlain = !/\](?=[(:])|\[\^/.test(alt) && !alt.includes('\\') && escaped.replace(/\\(?=[[\]])/g, '') === alt;
  if (!isPlain || enclosingLink(image) !== undefined) return escaped;
  let open = 0;
  for (const character of alt) {
    if (character === '[') open++;
    // Some renderers reject nested brackets.
    if (open > 1 || (character === ']' && --open < 0)) return escaped;
  }
  return open === 0 ? alt : escaped;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The title, unless it repeats the visible text. */
function titlePart(element: LightElement, visible: string): string {
  const whole = element.getAttribute('title') ?? '';
  const title = oneLine(stripNewTabSuffix(whole));
  const own = plain(oneLine(visible));
  if (title === '' || plain(title) === own || plain(oneLine(whole)) === own) return '';
  return ` "${escapeTitle(title)}"`;
}

/** Text nodes are escaped already. */
function plain(text: string): string {
  return text.replaceAll('\\', '').toLowerCase();
}

function escapeTitle(title: string): string {
  if (!/["\\&]/.test(title)) return title;
  return title.replace(ENTITY, '&amp;').replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, '\\$&');
}

export function destination(url: string): string {
  const address = url
    .trim()
    .replace(/[\n\r\t]/g, '')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\$&')
    .replace(ENTITY, '&amp;')
    // Inline code takes precedence over links.
    .replaceAll('`', '%60');
  if (/[\s<>]/.test(address)) return `<${address.replace(/[<>]/g, encodeURIComponent)}>`;
  return hasBalancedParentheses(address) ? address : address.replace(/[()]/g, '\\$&');
}

function hasBalancedParentheses(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '(') open++;
    else if (character === ')' && --open < 0) return false;
  }
  return open === 0;
}

/** The alternative text without template leftovers. Decodes entities that the page escaped twice: `Salt &amp;amp; Pepper`. */
export function describeImage(alt: string): string {
  if (NO_VALUE.test(alt)) return '';
  return ESCAPED_ENTITY.test(alt) ? decodeHTML(alt) : alt;
}
