/** A piece of text that a page shows at one place in one font. Points; `y` is the baseline and grows upwards. */
export interface TextRun {
  text: string;
  left: number;
  right: number;
  y: number;
  /** Of the font, as shown. */
  size: number;
  isMono: boolean;
  isRightToLeft: boolean;
  /** White space stood before it. */
  isApart: boolean;
  /** The piece of tagged content that it belongs to. */
  content?: string;
  /** Tagged as no part of the text: a running header, the number of the page. */
  isArtifact?: boolean;
}

/** Text of one row without a wide gap in it. */
export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** What stands on one baseline, within one column once the columns are known. */
export interface Row {
  /** In the order of reading; at least one. */
  cells: Cell[];
  left: number;
  right: number;
  y: number;
  /** Of the font that most of its characters have. */
  size: number;
  /** All of it is in a font of fixed width. */
  isMono: boolean;
}

export function textOfRow(row: Row): string {
  return row.cells.map((cell) => cell.text).join(' ');
}
