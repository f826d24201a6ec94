import { rowsOf } from '../formats/markdown/table-rows';
import { LightElement } from '../tree/light-node';
import { parseHtml } from '../tree/parse-html';
import { escapeHtmlText, serializeChildren } from '../tree/serialize-html';
import { elementsOf, findElement, moveChildren } from '../tree/walk';
import type { FileProperties } from './file-properties';
import { quoted } from './write-blocks';

const META_NAMES = ['author', 'description', 'keywords'] as const;

export interface WrittenPage {
  html: string;
  truncated: boolean;
}

/** Makes a page of a file's content, so that all formats apply. */
export function writeFilePage(body: string, properties: FileProperties): WrittenPage {
  const page = parseHtml(`<body>${body}</body>`);
  nameColumns(page.body);
  const head = META_NAMES.flatMap((name) => {
    const content = properties[name];
    return content === undefined ? [] : `<meta name="${name}" content="${quoted(content)}">`;
  });
  if (properties.title !== undefined) head.unshift(`<title>${escapeHtmlText(properties.title)}</title>`);
  const language = properties.language === undefined ? '' : ` lang="${quoted(properties.language)}"`;
  const html = `<!DOCTYPE html><html${language}><head>${head.join('')}</head><body>${serializeChildren(page.body)}</body></html>`;
  return { html, truncated: page.truncated };
}

/** Marks the first row of a table as its header, because few programs do and markdown requires one. */
function nameColumns(body: LightElement): void {
  const tables = [...elementsOf(body)].filter((element) => element.localName === 'table');
  for (const table of tables) {
    if (findElement(table, (element) => element.localName === 'th') !== undefined) continue;
    const [first, second] = rowsOf(table);
    if (first === undefined || second === undefined) continue;
    for (const cell of first.cells) {
      const name = cell.copyAs('th');
      moveChildren(cell, name);
      first.row.insertBefore(name, cell);
      first.row.removeChild(cell);
    }
  }
}
