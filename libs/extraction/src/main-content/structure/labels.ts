import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { isButton, isLink } from './ranges';

/** Maximum number of words and of characters of a label. */
const MAX_LABEL_WORDS = 6;
const MAX_LABEL_CHARS = 100;
/** Minimum number of words of the text below it. */
const MIN_RECORD_WORDS = 6;
/** Maximum number of blocks from a label down to that text: a rating, a price, then the name. */
const REACH = 3;
/** Minimum number of records with the same label, and of labels with the same class. */
const MIN_RECORDS = 2;
const MIN_PEERS = 3;
/** Minimum share of the labels of a class that are kept. */
const MIN_SHARE = 0.5;

/** Texts that repeat with each record but are no content: actions and photo credits. */
const ACTION =
  /^[^\p{L}\p{N}]*(?:add to .*|quick ?view|share|save|print(?: .*)?|reply|report|follow|copy(?: \w+)*|comparer?\b.*|advert(?:isement|ising|iser)?\b.*|ads?|sponsored\b.*|anzeige|werbung|gesponsert|publicité|sponsorisé|publicidad|patrocinado|pubblicità|реклама|广告|廣告|広告|광고|إعلان|(?:read|learn|show|see|load|view)? ?(?:more|all)|read the full story|weiterlesen|mehr(?: lesen| erfahren)?|lire la suite|en savoir plus|leer más|ver más|leggi (?:di più|tutto)|leia mais|подробнее|читать далее|阅读更多|閱讀更多|もっと見る|続きを読む|더 ?보기|اقرأ المزيد|close|menu|icon|back|previous|next|play|on now|now playing|view fullsize|show|loading.*|toggle .*|expand.*|(?:select|choose) .*|qty|quantity|calculate shipping|tags|posts?|post options|posted\b.*|offline|online|\d* ?likes?|(?:wrote on )?last edited by.*|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello|в корзину|加入购物车|加入購物車|カートに入れる|장바구니(?: 담기)?|أضف إلى السلة)[^\p{L}\p{N}]*$/iu;
const CREDIT =
  /credit|courtesy|photo(?:graph)? ?(?:by|:)|photography|getty images|shutterstock|unsplash|istock|foto:|©|crédit|图源|写真|사진/i;

/**
 * Keeps labels above each of several kept records: "Rated: Good", "Summary", "New". The model takes such copies for
 * boilerplate.
 */
export function keepLabels(page: PageView, kept: Uint8Array): void {
  const labels = labelsOfRecords(page, kept);
  for (const copies of labelsByText(page, labels)) for (const index of copies) kept[index] = 1;
  for (const peers of labelsByClass(page, labels)) {
    const count = peers.reduce((sum, index) => sum + (kept[index] as number), 0);
    if (peers.length < MIN_PEERS || count < MIN_SHARE * peers.length) continue;
    for (const index of peers) kept[index] = 1;
  }
}

interface Label {
  index: number;
  /** The block of text below the label. */
  record: number;
}

/** Short blocks directly above kept text that is unique on the page. */
function labelsOfRecords(page: PageView, kept: Uint8Array): Label[] {
  const { blocks, copies } = page;
  const labels: Label[] = [];
  let record = -1;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const isNear = record !== -1 && record - index <= REACH;
    if (isNear && kept[record] === 1 && copies.isUnique[record] === 1 && mayBeLabel(page, index))
      labels.push({ index, record });
    if ((blocks[index] as TextBlock).words >= MIN_RECORD_WORDS) record = index;
  }
  return labels.reverse();
}

function mayBeLabel({ blocks, elements, tags }: PageView, index: number): boolean {
  const block = blocks[index] as TextBlock;
  const isShort = block.words > 0 && block.words <= MAX_LABEL_WORDS && block.text.length <= MAX_LABEL_CHARS;
  if (!isShort || isLink(block) || isButton(block)) return false;
  return tags[index] !== 'figcaption' && !isOfControl(elements, block.element);
}

/** Whether the element is the caption of a form control. */
function isOfControl({ parent, first, end, controls }: BlockElements, element: number): boolean {
  const outer = parent[element] as number;
  const isAlone = outer !== -1 && (end[outer] as number) - (first[outer] as number) === 1;
  return (controls[element] as number) > 0 || (isAlone && (controls[outer] as number) > 0);
}

/** Labels with the same text, of several records. */
function labelsByText({ blocks, copies }: PageView, labels: readonly Label[]): number[][] {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    if (copies.isUnique[label.index] === 0) addTo(groups, (blocks[label.index] as TextBlock).text, label);
  }
  return [...groups]
    .filter(([text, group]) => new Set(group.map(({ record }) => record)).size >= MIN_RECORDS && !isInterface(text))
    .map(([, group]) => group.map(({ index }) => index));
}

function isInterface(text: string): boolean {
  return ACTION.test(text) || CREDIT.test(text);
}

/** Labels with the same class. Table cells are left to `whole`. */
function labelsByClass({ blocks, elements, names, tags }: PageView, labels: readonly Label[]): Iterable<number[]> {
  const groups = new Map<number, number[]>();
  for (const { index } of labels) {
    const { element } = blocks[index] as TextBlock;
    if (elements.node[element]?.getAttribute('class') == null || tags[index] === 'td') continue;
    addTo(groups, names.whole[element] as number, index);
  }
  return groups.values();
}

function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
