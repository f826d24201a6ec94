import type { ContentKind } from '../decode/content-kind';
import { escapeHtmlText } from '../tree/serialize-html';
import { fence } from './markdown/code';

/** The content of a file that is no page. */
export interface FileText {
  markdown(): string;
  html: string;
  rawHtml: string;
  links(): string[];
}

type PlainKind = Extract<ContentKind, { kind: 'json' | 'text' | 'code' }>;

/** Plain text may be markdown and is kept; JSON and code become code blocks. */
export function plainText(text: string, plain: PlainKind): FileText {
  const language = plain.kind === 'code' ? plain.language : 'json';
  return {
    markdown: () => (plain.kind === 'text' ? text.trim() : fence(text.trim(), language)),
    html: `<!DOCTYPE html><html><body><pre>${escapeHtmlText(text)}</pre></body></html>`,
    rawHtml: text,
    links: () => [],
  };
}
