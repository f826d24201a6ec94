import type { ContentKind } from '../decode/content-kind';
import { escapeHtmlText } from '../tree/serialize-html';
import { fence } from './markdown/code';

/** What a reader made of a file that is not a page. */
export interface FileText {
  markdown(): string;
  html: string;
  rawHtml: string;
  links(): string[];
}

type PlainKind = Extract<ContentKind, { kind: 'json' | 'text' | 'code' }>;

/** Text that is not HTML. Plain text may be markdown already and stays as it is. */
export function plainText(text: string, plain: PlainKind): FileText {
  const language = plain.kind === 'code' ? plain.language : 'json';
  return {
    markdown: () => (plain.kind === 'text' ? text.trim() : fence(text.trim(), language)),
    html: `<!DOCTYPE html><html><body><pre>${escapeHtmlText(text)}</pre></body></html>`,
    rawHtml: text,
    links: () => [],
  };
}
