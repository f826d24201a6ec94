import { addWords, isContinued, isCut, LineJoiner } from './join-rows';
import { joinTables } from './join-tables';
import { attachMarker, readListMarker } from './list-marker';
import { makeCode } from './make-code';
import { measureType, roundTo, type TypeMeasures } from './measure-type';
import { type Row, textOfRow } from './page-text';
import { beginsParagraph, measureMargins } from './paragraph-ends';
import { LEADER, type TakenTable, takeTable } from './take-table';
import { type Block } from './write-html';

/** Relative to the size of the text. */
const MIN_HEADING_SIZE = 1.12;
const MAX_HEADING_ROWS = 4;
const MAX_HEADING_CHARACTERS = 200;
const MAX_LEVEL = 6;

/** `size` of a heading: its level follows from the sizes of all headings. */
interface Draft {
  block: Block;
  size: number;
}

/** Makes blocks of the rows of a whole document. Each piece is read by itself; a sentence may continue in the next. */
export function makeBlocks(pieces: Row[][]): Block[] {
  const measures = measureType(pieces);
  const words = new Set<string>();
  for (const row of pieces.flat()) addWords(words, textOfRow(row));
  const joiner = new LineJoiner(words);
  const drafts: Draft[] = [];
  for (const piece of pieces) {
    const [first, ...others] = readPiece(piece.map(attachMarker), measures, joiner);
    if (first === undefined) continue;
    const last = drafts.at(-1);
    if (last !== undefined && mayBeCut(last.block) && isRest(first.block)) {
      last.block.text = joiner.join([last.block.text, first.block.text]);
    } else if (last?.block.kind !== 'table' || !joinTables(last.block, first.block, false)) drafts.push(first);
    drafts.push(...others);
  }
  return withLevels(drafts);
}

function readPiece(rows: Row[], measures: TypeMeasures, joiner: LineJoiner): Draft[] {
  const drafts: Draft[] = [];
  const margins = measureMargins(rows, measures);
  let index = 0;
  while (index < rows.length) {
    const row = rows[index] as Row;
    let end = index + 1;
    if (row.isMono && !measures.isMono) {
      while (end < rows.length && (rows[end] as Row).isMono) end++;
      drafts.push({ block: makeCode(rows.slice(index, end)), size: row.size });
    } else {
      const table = takeTableAt(rows, index);
      if (table !== undefined) {
        end = index + table.length;
        drafts.push({ block: table.block, size: row.size });
      } else {
        const isEnd = (at: number) =>
          beginsParagraph(rows, index, at, margins, measures) || takeTableAt(rows, at) !== undefined;
        while (end < rows.length && !isEnd(end)) end++;
        drafts.push(makeText(rows.slice(index, end), measures, joiner));
      }
    }
    index = end;
  }
  return drafts;
}

function takeTableAt(rows: Row[], index: number): TakenTable | undefined {
  return (rows[index] as Row).cells.length > 1 ? takeTable(rows, index) : undefined;
}

function makeText(rows: Row[], measures: TypeMeasures, joiner: LineJoiner): Draft {
  const first = rows[0] as Row;
  const joined = joiner.join(rows.map(textOfRow));
  const text = joined.replace(LEADER, ' ').replace(/\s+/g, ' ').trim();
  const isHeading =
    first.size >= measures.bodySize * MIN_HEADING_SIZE &&
    rows.length <= MAX_HEADING_ROWS &&
    text.length <= MAX_HEADING_CHARACTERS &&
    !LEADER.test(joined) &&
    /\p{L}{2}|\p{Lo}/u.test(text);
  if (isHeading) return { block: { kind: 'heading', level: 1, text }, size: first.size };
  const marker = readListMarker(text);
  if (marker !== undefined) {
    const block: Block = { kind: 'item', indent: first.left, text: text.slice(marker.length) };
    if (marker.ordinal !== undefined) block.ordinal = marker.ordinal;
    return { block, size: first.size };
  }
  return { block: { kind: 'paragraph', text }, size: first.size };
}

/** Joins a sentence that the end of a page or column has cut. */
function mayBeCut(block: Block): block is Extract<Block, { kind: 'paragraph' | 'item' }> {
  return (block.kind === 'paragraph' || block.kind === 'item') && isCut(block.text);
}

function isRest(block: Block): block is Extract<Block, { kind: 'paragraph' }> {
  return block.kind === 'paragraph' && isContinued(block.text);
}

function withLevels(drafts: Draft[]): Block[] {
  const sizes = new Set(drafts.flatMap(({ block, size }) => (block.kind === 'heading' ? roundTo(size, 0.5) : [])));
  const descending = [...sizes].sort((a, b) => b - a);
  return drafts.map(({ block, size }) => {
    if (block.kind !== 'heading') return block;
    return { ...block, level: Math.min(MAX_LEVEL, descending.indexOf(roundTo(size, 0.5)) + 1) };
  });
}
