import type { Row } from './page-text';

export interface ListMarker {
  /** Matched at the start of a row, the white space after it included. */
  length: number;
  ordinal?: number;
  /** Unambiguous; a dash or number can begin any line of a paragraph. */
  isCertain: boolean;
}

/** Symbol and Wingdings use the private range. */
const BULLET = /^(?:[•‣◦⁃∙▪▫■□●○◆◇➢➤✓✔★·]|[\uf000-\uf0ff])\s*/;
const DASH = /^[-–—*]\s+/;
const NUMBER = /^\(?(\d{1,3})[.)]\s+/;

export function readListMarker(text: string): ListMarker | undefined {
  const bullet = BULLET.exec(text);
  if (bullet !== null && bullet[0].length < text.length) return { length: bullet[0].length, isCertain: true };
  const dash = DASH.exec(text);
  if (dash !== null) return { length: dash[0].length, isCertain: false };
  const number = NUMBER.exec(text);
  if (number !== null) return { length: number[0].length, ordinal: Number(number[1]), isCertain: false };
  return undefined;
}

/** Removes the gap between a marker and its text, which would turn the list into a table. */
export function attachMarker(row: Row): Row {
  const [first, second, ...rest] = row.cells;
  if (first === undefined || second === undefined || rest.length > 0) return row;
  if (readListMarker(`${first.text} x`)?.length !== first.text.length + 1) return row;
  return { ...row, cells: [{ text: `${first.text} ${second.text}`, left: first.left, right: second.right }] };
}
