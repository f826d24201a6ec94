/** Visible text of markdown: no markup, no images, code kept, one line per block, cells separated. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const MarkdownIt = require('markdown-it');
const { parseDocument } = require('htmlparser2');

const markdown = new MarkdownIt({ html: true, linkify: false });
// A link that is refused would be left as text.
markdown.validateLink = () => true;

export const BLOCKS = new Set(
  (
    'address article aside blockquote br center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul option select'
  ).split(' '),
);
export const UNSEEN = new Set('script style noscript template svg head iframe object'.split(' '));
const BREAKING_TAG = /^<(br|\/?(p|div|li|tr|td|th|h\d))\b/i;
const LINE_ENDS = new Set(['tr_close', 'paragraph_close', 'heading_close', 'list_item_close']);

export const markdownTokens = (source) => markdown.parse(source, {});

export function textOfMarkdown(source) {
  const parts = [];
  for (const token of markdownTokens(source)) {
    if (token.type === 'inline') addInline(token.children, parts);
    else if (token.type === 'fence' || token.type === 'code_block') parts.push(token.content, '\n');
    else if (token.type === 'html_block') parts.push('\n', textOfHtml(token.content), '\n');
    else if (token.type === 'th_close' || token.type === 'td_close') parts.push('\t');
    else if (LINE_ENDS.has(token.type)) parts.push('\n');
  }
  return parts
    .join('')
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/\n\s*\n+/g, '\n')
    .trim();
}

/** Of the tokens of a paragraph or heading. */
export function textOfInline(tokens) {
  const parts = [];
  addInline(tokens, parts);
  return parts.join('');
}

function addInline(tokens, parts) {
  for (const { type, content } of tokens) {
    if (type === 'text' || type === 'code_inline' || type === 'text_special') parts.push(content);
    else if (type === 'softbreak' || type === 'hardbreak') parts.push('\n');
    else if (type === 'html_inline' && BREAKING_TAG.test(content)) parts.push('\n');
  }
}

function textOfHtml(html) {
  const parts = [];
  const add = (node) => {
    for (const child of node.children ?? []) {
      if (child.type === 'text') parts.push(child.data);
      else if (child.name !== undefined && !UNSEEN.has(child.name)) {
        const edge = BLOCKS.has(child.name) ? '\n' : '';
        parts.push(edge);
        add(child);
        parts.push(edge);
      }
    }
  };
  add(parseDocument(html));
  return parts
    .join('')
    .replace(/[ \t\f\v\u00a0]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
