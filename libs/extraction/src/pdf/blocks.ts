/** The blocks of a document, in reading order. Texts are plain. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  /** `ordinal` of a numbered list. `indent` in points; deeper items stand further in. */
  | { kind: 'item'; ordinal?: number; indent: number; text: string }
  | { kind: 'table'; rows: string[][]; hasHeader: boolean }
  | { kind: 'code'; lines: string[] };
