/** A piece of text at one place in one font. Points; `y` is the baseline and grows upwards. */
export interface TextRun {
  text: string;
  left: number;
  right: number;
  y: number;
  /** The font size as shown. */
  size: number;
  isMono: boolean;
  isRightToLeft: boolean;
  /** White space precedes it. */
  isApart: boolean;
  /** The id of its tagged content. */
  content?: string;
  /** Tagged as an artifact: a running header, a page number. */
  isArtifact?: boolean;
}

/** Text of one row without a wide gap. */
export interface Cell {
  text: string;
  left: number;
  right: number;
  /** Its widest spaces: position, and characters before them. */
  gaps?: Gap[];
}

export interface Gap {
  from: number;
  to: number;
  at: number;
}

/** The text on one baseline, within one column once the columns are known. */
export interface Row {
  /** In reading order; at least one. */
  cells: Cell[];
  left: number;
  right: number;
  y: number;
  /** The font size of most of its characters. */
  size: number;
  isMono: boolean;
}

export function textOfRow(row: Row): string {
  return row.cells.map((cell) => cell.text).join(' ');
}
