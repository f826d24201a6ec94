import { escapeHtmlText } from '../tree/serialize-html';
/** The blocks of a document. Texts are inline HTML. */
export type OfficeBlock =
  | { kind: 'heading'; level: number; html: string }
  | { kind: 'paragraph'; html: string }
  /** `level` counts from 0. */
  | { kind: 'item'; level: number; isOrdered: boolean; html: string }
  | { kind: 'table'; rows: string[][] };

type Item = Extract<OfficeBlock, { kind: 'item' }>;

const MAX_HEADING_LEVEL = 6;

export function writeBlocks(blocks: OfficeBlock[]): string {
  const parts: string[] = [];
  const open: { level: number; isOrdered: boolean }[] = [];
  const close = () => parts.push(open.pop()?.isOrdered ? '</li></ol>' : '</li></ul>');
  for (const block of blocks) {
    if (block.kind === 'item') {
      beginItem(block, open, parts, close);
      continue;
    }
    while (open.length > 0) close();
    parts.push(writeBlock(block));
  }
  while (open.length > 0) close();
  return parts.join('');
}

function beginItem(
  { level, isOrdered, html }: Item,
  open: { level: number; isOrdered: boolean }[],
  parts: string[],
  close: () => void,
): void {
  while (open.length > 0 && level < (open.at(-1)?.level ?? 0)) close();
  if (open.at(-1)?.level === level && open.at(-1)?.isOrdered !== isOrdered) close();
  if (open.at(-1)?.level === level) parts.push('</li><li>');
  else {
    open.push({ level, isOrdered });
    parts.push(isOrdered ? '<ol><li>' : '<ul><li>');
  }
  parts.push(html);
}

function writeBlock(block: Exclude<OfficeBlock, Item>): string {
  switch (block.kind) {
    case 'heading': {
      const level = Math.max(1, Math.min(MAX_HEADING_LEVEL, block.level));
      return `<h${level}>${block.html}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${block.html}</p>`;
    case 'table':
      return `<table>${block.rows.map(writeRow).join('')}</table>`;
  }
}

function writeRow(cells: string[]): string {
  return `<tr>${cells.map((html) => `<td>${html}</td>`).join('')}</tr>`;
}

/** Text as the value of an attribute, between double quotes. */
export function quoted(text: string): string {
  return escapeHtmlText(text).replaceAll('"', '&quot;');
}
