import type { LightElement, LightNode } from '../tree/light-node';
import { isBlankText } from './characters';

const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rtc ruby rt rp s samp ' +
    'small span strike strong sub sup time tt u var wbr nobr img picture source input map area meter output ' +
    'progress math mi mo mn mrow mfrac msup msub semantics annotation'
  ).split(' '),
);

/** Whether the element is part of a line. */
export function isInline(element: LightElement): boolean {
  return (INLINE.has(element.localName) || element.localName === 'button') && !isButton(element);
}

/** Class names of buttons that are no words of a sentence. */
export function isButton(element: LightElement): boolean {
  const isCalledButton = element.localName === 'button' || element.getAttribute('role') === 'button';
  return isCalledButton && !isInSentence(element);
}

/** A word in a sentence that opens a tooltip or runs an action. */
function isInSentence({ localName, previousSibling, nextSibling }: LightElement): boolean {
  if (localName !== 'button' && !INLINE.has(localName)) return false;
  return isWritten(previousSibling) && (isWritten(nextSibling) || localName === 'span');
}

function isWritten(node: LightNode | null): boolean {
  return node !== null && node.nodeType === 3 && !isBlankText(node.data);
}
