import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

const NAMED =
  /(?:^|[\s_-])(?:date(?:-?(?:line|time))?|time(?:-?stamp)?|published|created)(?:$|[\s_-])|[a-z](?:Date|Time)(?:[A-Z_]|\b)/;
const PROPERTY = /^date/i;
const RELATIVE =
  /\bago\b|前|(?:^|\s)(?:전|назад|منذ|vor|hace|il y a|há|fa|geleden|temu|před|sedan|siden|önce|lalu|trước)(?:$|\s)/i;
/** Ends as sentences do, and not with `p.m.` */
const SENTENCE = /(?:\p{L}{3}|\d{3})["'”’)]?[.!?…。]$/u;
/** Words beside the numbers of a date: `Posted on Friday`, and beside how long ago it was. */
const WORDS_BESIDE = 2;
const WORDS_AGO = 5;

/** Whether a block is a date and little else, or its markup says that it is one: a year in a sentence is none. */
export function isDateLine({ blocks, elements }: PageView, index: number): boolean {
  const { text, element, nodes } = blocks[index] as TextBlock;
  const box = elements.node[element] as LightElement;
  if (isCalledDate(box)) return true;
  for (const { parentNode } of nodes) {
    for (let around = parentNode; around !== null && around !== box; around = around.parentNode) {
      if (isCalledDate(around)) return true;
    }
  }
  if (SENTENCE.test(text.trim())) return false;
  const numbers = text.match(/\p{N}+/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0;
  return (numbers > 1 && words <= numbers + WORDS_BESIDE) || (RELATIVE.test(text) && words <= WORDS_AGO);
}

function isCalledDate(element: LightElement): boolean {
  if (element.localName === 'time') return true;
  return NAMED.test(element.getAttribute('class') ?? '') || PROPERTY.test(element.getAttribute('itemprop') ?? '');
}
