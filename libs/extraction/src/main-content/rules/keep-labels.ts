import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';

/** Words and characters of a label, and words of what it is the label of. */
const LABEL_WORDS = 6;
const LABEL_CHARS = 100;
const RECORD_WORDS = 6;
/** Blocks behind a label, one of which it stands above: a rating, a price, then the name. */
const REACH = 3;
/** Records under labels that say the same. */
const RECORDS = 2;
/** Probability, as a mean over the copies. What repeats for the sake of the site is below. */
const LEAST = 0.05;
/** Labels in elements of one name, and share of them from which on all of them stay. */
const PEERS = 3;
const MOST = 0.5;
/** What repeats with content between all the same: what one may do with a record, and who took its picture. */
const ACTION =
  /^[^\p{L}\p{N}]*(?:add to .*|quick ?view|share|save|print(?: .*)?|reply|report|follow|copy(?: \w+)*|comparer?\b.*|advert(?:isement|ising|iser)?\b.*|ads?|sponsored\b.*|anzeige|werbung|gesponsert|publicité|sponsorisé|publicidad|patrocinado|pubblicità|реклама|广告|廣告|広告|광고|إعلان|(?:read|learn|show|see|load|view)? ?(?:more|all)|read the full story|weiterlesen|mehr(?: lesen| erfahren)?|lire la suite|en savoir plus|leer más|ver más|leggi (?:di più|tutto)|leia mais|подробнее|читать далее|阅读更多|閱讀更多|もっと見る|続きを読む|더 ?보기|اقرأ المزيد|close|menu|icon|back|previous|next|play|on now|now playing|view fullsize|show|loading.*|toggle .*|expand.*|(?:select|choose) .*|qty|quantity|calculate shipping|tags|posts?|post options|posted\b.*|offline|online|\d* ?likes?|(?:wrote on )?last edited by.*|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello|в корзину|加入购物车|加入購物車|カートに入れる|장바구니(?: 담기)?|أضف إلى السلة)[^\p{L}\p{N}]*$/iu;
const CREDIT =
  /credit|courtesy|photo(?:graph)? ?(?:by|:)|photography|getty images|shutterstock|unsplash|istock|foto:|©|crédit|图源|写真|사진/i;

/**
 * A label that stands above text of its own in each of several records stays with all of them: "Rated: Good", "Summary",
 * "New". The scorer sees copies and takes them for boilerplate; but that repeats with nothing between. `kept`, by block:
 * 1 stays.
 */
export function keepLabels(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  const labels = labelsOfRecords(page, kept);
  for (const copies of copiesOf(page, labels)) {
    const left = copies.filter((index) => kept[index] === 0);
    const probable = left.reduce((sum, index) => sum + (scores[index] as number), 0);
    if (probable < LEAST * left.length) continue;
    for (const index of left) kept[index] = 1;
  }
  for (const peers of byName(page, labels)) {
    const count = peers.reduce((sum, index) => sum + (kept[index] as number), 0);
    if (peers.length < PEERS || count < MOST * peers.length) continue;
    for (const index of peers) kept[index] = 1;
  }
}

interface Label {
  index: number;
  /** The block that it stands above. */
  record: number;
}

/** Short blocks right above kept text that the page says once. */
function labelsOfRecords(page: PageView, kept: Uint8Array): Label[] {
  const { blocks, copies } = page;
  const labels: Label[] = [];
  let record = -1;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index] as TextBlock;
    const isNear = record !== -1 && record - index <= REACH;
    if (isNear && kept[record] === 1 && copies.isUnique[record] === 1 && mayBeLabel(page, index))
      labels.push({ index, record });
    if (block.words >= RECORD_WORDS) record = index;
  }
  return labels.reverse();
}

function mayBeLabel({ blocks, elements, tags }: PageView, index: number): boolean {
  const { text, words, linkShare, buttonShare, element } = blocks[index] as TextBlock;
  if (words === 0 || words > LABEL_WORDS || text.length > LABEL_CHARS || linkShare > 0.5 || buttonShare >= 0.5)
    return false;
  return tags[index] !== 'figcaption' && !isOfControl(elements, element);
}

/** A box to tick, with its caption. */
function isOfControl({ parent, first, end, controls }: BlockElements, element: number): boolean {
  const outer = parent[element] as number;
  const isAlone = outer !== -1 && (end[outer] as number) - (first[outer] as number) === 1;
  return (controls[element] as number) > 0 || (isAlone && (controls[outer] as number) > 0);
}

/** Labels that say the same, of several records. */
function copiesOf({ blocks, copies }: PageView, labels: readonly Label[]): number[][] {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    if (copies.isUnique[label.index] === 0) addTo(groups, (blocks[label.index] as TextBlock).text, label);
  }
  return [...groups]
    .filter(([text, group]) => new Set(group.map(({ record }) => record)).size >= RECORDS && !isBesideThePoint(text))
    .map(([, group]) => group.map(({ index }) => index));
}

function isBesideThePoint(text: string): boolean {
  return ACTION.test(text) || CREDIT.test(text);
}

/** Labels in elements of one class. Cells have a rule of their own. */
function byName({ blocks, elements, names, tags }: PageView, labels: readonly Label[]): Iterable<number[]> {
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
