import { readListMarker } from './list-marker';
import type { TypeMeasures } from './measure-type';
import { type Row, textOfRow } from './page-text';
import { LEADER } from './take-table';

/** Rows as close as the lines of a paragraph, and how far they reach to the right. */
export type Margins = ReadonlyMap<Row, number>;

const MAX_SIZE_CHANGE = 1.08;
/** Relative to the line distance. */
const MAX_STRETCH = 1.25;
/** In units of the font size. */
const MIN_INDENT = 0.8;
const MAX_INDENT = 5;
const SLACK = 1.5;

export function measureMargins(rows: Row[], measures: TypeMeasures): Margins {
  const margins = new Map<Row, number>();
  let group: Row[] = [];
  const endGroup = () => {
    const margin = Math.max(...group.map((row) => row.right));
    for (const row of group) margins.set(row, margin);
    group = [];
  };
  for (const row of rows) {
    const before = group.at(-1);
    if (before !== undefined && !isNear(before, row, measures.leading)) endGroup();
    group.push(row);
  }
  endGroup();
  return margins;
}

/** Whether the row at `index` begins a new paragraph after the one that `start` began. */
export function beginsParagraph(
  rows: Row[],
  start: number,
  index: number,
  margins: Margins,
  measures: TypeMeasures,
): boolean {
  const row = rows[index] as Row;
  const first = rows[start] as Row;
  const before = rows[index - 1] as Row;
  const isSecond = index - start === 1;
  const leading = isSecond ? measures.leading : ((rows[index - 2] as Row).y - before.y) / before.size;
  if (!isNear(before, row, leading) || row.isMono !== before.isMono) return true;
  const text = textOfRow(row);
  const textBefore = textOfRow(before);
  if (LEADER.test(text) || LEADER.test(textBefore) || /^\[\d{1,4}\]\s/.test(text)) return true;
  const isHeading = row.size > measures.bodySize * MAX_SIZE_CHANGE;
  const isForced = !isHeading && isForcedBreak(before, text, row, margins);
  const isSentence = /[.!?:;。！？]["'”’)\]]*$/.test(textBefore);
  const marker = readListMarker(text);
  if (marker !== undefined) {
    const isInList = readListMarker(textOfRow(first)) !== undefined;
    if (marker.isCertain || isForced || isSentence || (isInList && row.left <= first.left + row.size)) return true;
  }
  if (isForced) return true;
  if (readListMarker(textOfRow(first)) !== undefined) {
    // A continuation line is aligned with the text or, after a full line, with the marker.
    return row.left < first.left - MIN_INDENT * row.size;
  }
  const indent = (row.left - before.left) / row.size;
  return !isHeading && indent > MIN_INDENT && indent < MAX_INDENT && isSentence;
}

function isNear(before: Row, row: Row, leading: number): boolean {
  const ratio = row.size / before.size;
  if (ratio > MAX_SIZE_CHANGE || ratio < 1 / MAX_SIZE_CHANGE) return false;
  const distance = (before.y - row.y) / Math.max(row.size, before.size);
  return distance > 0 && distance <= Math.max(leading, 1) * MAX_STRETCH;
}

/** The next word would have fitted into the line before, so the line break was intended. */
function isForcedBreak(before: Row, text: string, row: Row, margins: Margins): boolean {
  const margin = margins.get(before) ?? before.right;
  const word = text.indexOf(' ') === -1 ? text.length : text.indexOf(' ');
  const wordWidth = ((row.right - row.left) * word) / text.length;
  return margin - before.right > wordWidth + SLACK * before.size;
}
