import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { isHeading } from './blocks';

/** What items begin with that draw something: bullets, and what scores and keys are drawn with. */
const SIGN = /^[•·∙‣\u25a0-\u25ff★☆⚪⚫⬛⬜⬤]/u;
/** Signs that are typed as bullets. */
const BULLET = /^[•·●▪◦‣∙■►▸]$/u;
/** Bullets that mean nothing else, so that some items may be without. */
const PLAIN_BULLET = /^[•·▪◦‣∙]$/u;
/** Elements in elements, and beside each other. What lies deeper does not begin the item. */
const MAX_STEPS = 8;
const OF_SIGNS = new Set('CODE IMG KBD MATH PRE SAMP TT'.split(' '));

/**
 * Takes off the items of a list the bullets that its author has typed before the text, as the list draws its own.
 * Where they differ from item to item, or an item has several, they are scores or keys, and stay.
 */
export function dropDrawnBullets(list: LightElement): void {
  const texts: LightText[] = [];
  let bullet: string | undefined;
  let isPartly = false;
  for (let item = list.firstChild; item !== null; item = item.nextSibling) {
    if (item.nodeName !== 'LI') continue;
    const text = firstText(item as LightElement);
    const sign = text && SIGN.exec(text.data.trimStart())?.[0];
    if (text === undefined || sign === undefined) {
      isPartly = true;
      continue;
    }
    bullet ??= sign;
    if (sign !== bullet || !isBullet(sign, text, item as LightElement)) return;
    texts.push(text);
  }
  if (bullet === undefined || (isPartly && !PLAIN_BULLET.test(bullet))) return;
  for (const text of texts) text.data = text.data.trimStart().slice(bullet.length).trimStart();
}

function firstText(item: LightElement): LightText | undefined {
  let node: LightNode | null = item.firstChild;
  for (let step = 0; step < MAX_STEPS && node !== null; step++) {
    if (node.nodeType !== 3) {
      if (isHeading(node) || OF_SIGNS.has(node.nodeName)) return undefined;
      node = node.firstChild ?? node.nextSibling;
    } else if (node.data.trim() === '') node = node.nextSibling;
    else return node;
  }
  return undefined;
}

/** `.NET` with a raised dot is a name, several signs are a score, and one alone is all that its item says. */
function isBullet(sign: string, text: LightText, item: LightElement): boolean {
  if (!BULLET.test(sign)) return false;
  const data = text.data.trimStart().slice(sign.length);
  if (data !== '' && sign !== '•' && !/^\s/.test(data)) return false;
  const following = data.trimStart() || textBehind(text, item);
  return following === '' ? PLAIN_BULLET.test(sign) : !SIGN.test(following);
}

/** The next text that is no white space, as far as it belongs to the beginning of the item. */
function textBehind(text: LightText, item: LightElement): string {
  let node = nextNode(text, item);
  for (let step = 0; step < MAX_STEPS && node !== null; step++) {
    const data = node.nodeType === 3 ? node.data.trimStart() : '';
    if (data !== '') return data;
    node = nextNode(node, item);
  }
  // A picture or a control is no sign.
  return node === null ? '' : 'x';
}
