import type { DocumentContent } from '@orbweaver/core';
import type { ContentKind } from '../decode/content-kind';
import { escapeHtmlText } from '../tree/serialize-html';

type PlainKind = Extract<ContentKind, { kind: 'json' | 'text' | 'code' }>;

/** The formats of something that is text but not HTML. Plain text may be markdown already and stays as it is. */
export function formatPlainText(
  text: string,
  plain: PlainKind,
): Required<Pick<DocumentContent, 'markdown' | 'html' | 'rawHtml'>> {
  const language = plain.kind === 'code' ? plain.language : 'json';
  return {
    markdown: plain.kind === 'text' ? text.trim() : fence(text.trim(), language),
    html: `<!DOCTYPE html><html><body><pre>${escapeHtmlText(text)}</pre></body></html>`,
    rawHtml: text,
  };
}

/** A fenced code block, whose fence is longer than any in `text`. */
export function fence(text: string, language: string): string {
  let longest = 2;
  for (const match of text.matchAll(/^ {0,3}(`{3,})/gm)) longest = Math.max(longest, match[1]?.length ?? 0);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}
