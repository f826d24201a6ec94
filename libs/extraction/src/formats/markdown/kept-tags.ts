import { type LightElement, LightText } from '../../tree/light-node';
import { textOf } from '../../tree/walk';
import { findAround, hasBlock, isLongerThan } from './blocks';
import { empty } from './form-controls';

/** Inline elements that are written as HTML because their meaning would be lost: `x2` is not `x²`. */
export const KEPT_TAGS = 'SUP SUB KBD MARK';
const KEPT: ReadonlySet<string> = new Set(KEPT_TAGS.split(' '));

export function writeKeptTag(content: string, element: LightElement): string {
  const text = content.trim();
  if (text === '' || text.includes('\n\n')) return content;
  const name = element.nodeName.toLowerCase();
  return `<${name}>${text}</${name}>`;
}

/** Longer text is small print. */
const MAX_TEXT = 100;
/** Trade marks, and references in brackets. */
const REDUNDANT = /^\s*(?:[®™℠©]*|\[\w{1,3}\])\s*$/;

/** Keeps the tag unless it is redundant: around trade marks, bracketed references, small print, blocks or another tag. */
export function prepareKeptTag(element: LightElement): void {
  const isRedundant = isLongerThan(element, MAX_TEXT) || REDUNDANT.test(textOf(element));
  if (isRedundant || hasBlock(element) || findAround(element, KEPT) !== undefined) element.nodeName = 'SPAN';
}

/** Puts the pronunciation of a character in parentheses. */
export function prepareRubyText(text: LightElement): void {
  text.insertBefore(new LightText('('), text.firstChild);
  text.appendChild(new LightText(')'));
  text.nodeName = 'SPAN';
}

/** Removes the fallback parentheses of ruby text. */
export const prepareRubyParenthesis = empty;
