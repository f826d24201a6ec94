import { isContinued, isCut, LineJoiner } from './join-rows';
import { joinTables } from './join-tables';
import type { TaggedPage } from './read-tags';
import { type Block } from './write-html';

/** Minimum share of tagged characters. */
const MIN_TAGGED = 0.85;
/** Relative to the size of most of the text. */
const MIN_HEADING_SIZE = 1.12;
const MAX_HEADING_CHARACTERS = 200;
const MAX_LEVEL = 6;

/** The blocks of a document by its tags. Undefined if they omit too much text or contain only paragraphs. */
export function taggedBlocks(pages: readonly (TaggedPage | undefined)[]): Block[] | undefined {
  let characters = 0;
  let tagged = 0;
  for (const page of pages) {
    if (page === undefined) return undefined;
    characters += page.characters;
    tagged += page.tagged;
  }
  const drafts = pages.flatMap((page) => page?.blocks ?? []);
  const isTelling = drafts.some(({ block }) => block.kind !== 'paragraph' && block.kind !== 'code');
  if (!isTelling || tagged < characters * MIN_TAGGED) return undefined;
  const headingSizes = drafts.flatMap(({ block, size }) => (block.kind === 'heading' ? size : []));
  if (headingSizes.length === 0) findHeadings(drafts);
  else
    findTitles(
      drafts,
      headingSizes.reduce((largest, size) => Math.max(largest, size)),
    );
  return joinPages(pages as TaggedPage[]);
}

/** Document titles are rarely tagged as headings. */
function findTitles(drafts: TaggedPage['blocks'], headingSize: number): void {
  for (const draft of drafts) {
    const { block, size } = draft;
    if (block.kind !== 'paragraph' || size < headingSize * MIN_HEADING_SIZE) continue;
    if (block.text.length <= MAX_HEADING_CHARACTERS) draft.block = { kind: 'heading', level: 1, text: block.text };
  }
}

/** Untagged headings are recognised by size. */
function findHeadings(drafts: TaggedPage['blocks']): void {
  const characters = new Map<number, number>();
  for (const { block, size } of drafts) {
    if ('text' in block) characters.set(round(size), (characters.get(round(size)) ?? 0) + block.text.length);
  }
  const bodySize = [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const isHeading = ({ block, size }: TaggedPage['blocks'][number]) =>
    block.kind === 'paragraph' && size >= bodySize * MIN_HEADING_SIZE && block.text.length <= MAX_HEADING_CHARACTERS;
  const headings = drafts.filter(isHeading);
  const sizes = [...new Set(headings.map(({ size }) => round(size)))].sort((a, b) => b - a);
  for (const draft of headings) {
    if (draft.block.kind !== 'paragraph') continue;
    const level = Math.min(MAX_LEVEL, sizes.indexOf(round(draft.size)) + 1);
    draft.block = { kind: 'heading', level, text: draft.block.text };
  }
}

/** Joins a sentence or table across a page break. */
function joinPages(pages: TaggedPage[]): Block[] {
  const joiner = new LineJoiner(new Set());
  const blocks: Block[] = [];
  for (const page of pages) {
    const [first, ...others] = page.blocks.map(({ block }) => block);
    if (first === undefined) continue;
    const last = blocks.at(-1);
    const isTableJoined = last?.kind === 'table' && joinTables(last, first, true);
    if (last !== undefined && 'text' in last && last.kind !== 'heading' && isRest(last.text, first)) {
      last.text = joiner.join([last.text, first.text]);
    } else if (!isTableJoined) blocks.push(first);
    blocks.push(...others);
  }
  return blocks;
}

function isRest(text: string, block: Block): block is Extract<Block, { kind: 'paragraph' }> {
  return block.kind === 'paragraph' && isCut(text) && isContinued(block.text);
}

function round(size: number): number {
  return Math.round(size * 2) / 2;
}
