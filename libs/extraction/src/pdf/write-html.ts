import { escapeHtmlText } from '../tree/serialize-html';

type Item = Extract<Block, { kind: 'item' }>;

/** Points of additional indentation of a nested list. */
const MIN_NESTING = 6;

export function writeHtml(blocks: Block[]): string {
  let body = '';
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index] as Block;
    if (block.kind !== 'item') {
      body += writeBlock(block);
      index++;
      continue;
    }
    const items: Item[] = [];
    for (let next = blocks[index]; next?.kind === 'item'; next = blocks[++index]) items.push(next);
    body += writeItems(items);
  }
  return `<!DOCTYPE html><html><body>${body}</body></html>`;
}

function writeBlock(block: Exclude<Block, Item>): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escapeHtmlText(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${escapeHtmlText(block.text)}</p>`;
    case 'code':
      return `<pre><code>${escapeHtmlText(block.lines.join('\n'))}</code></pre>`;
    case 'table':
      return `<table>${block.rows.map((row, index) => writeRow(row, block.hasHeader && index === 0)).join('')}</table>`;
  }
}

function writeRow(cells: string[], isHeader: boolean): string {
  const name = isHeader ? 'th' : 'td';
  return `<tr>${cells.map((text) => `<${name}>${escapeHtmlText(text)}</${name}>`).join('')}</tr>`;
}

function writeItems(items: Item[]): string {
  const open: { indent: number; isOrdered: boolean; ordinal: number }[] = [];
  let html = '';
  const close = () => {
    html += open.pop()?.isOrdered ? '</li></ol>' : '</li></ul>';
  };
  for (const { indent, ordinal, text } of items) {
    while (open.length > 1 && indent < (open.at(-1)?.indent ?? 0) - MIN_NESTING) close();
    const isOrdered = ordinal !== undefined;
    const list = open.at(-1);
    const isDeeper = list === undefined || indent > list.indent + MIN_NESTING;
    const isSame = list !== undefined && list.isOrdered === isOrdered && (!isOrdered || ordinal === list.ordinal + 1);
    if (!isDeeper && isSame) {
      html += '</li><li>';
      list.ordinal++;
    } else {
      if (!isDeeper) close();
      html += isOrdered ? `<ol start="${ordinal}"><li>` : '<ul><li>';
      open.push({ indent, isOrdered, ordinal: ordinal ?? 0 });
    }
    html += escapeHtmlText(text);
  }
  while (open.length > 0) close();
  return html;
}

/** The blocks of a document, in reading order. Texts are plain. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  /** `ordinal`: of a numbered list. `indent`: points. */
  | { kind: 'item'; ordinal?: number; indent: number; text: string }
  | { kind: 'table'; rows: string[][]; hasHeader: boolean }
  | { kind: 'code'; lines: string[] };
