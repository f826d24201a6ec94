/** Reads the source of a page without code of this library, as the reference for losses. */
import { createRequire } from 'node:module';
import { BLOCKS, UNSEEN } from '../training/markdown-text.mjs';
import { lowerWords } from '../training/metrics.mjs';

const require = createRequire(import.meta.url);
const { parseDocument } = require('htmlparser2');
const { selectAll, selectOne } = require('css-select');

const POSTING = /^(?:https?:\/\/schema\.org\/)?(?:Answer|Comment|DiscussionForumPosting|Question|SocialMediaPosting)$/;
/** Selectors of forum software: post, author, text. */
const POSTS = [
  ['[itemtype$="/DiscussionForumPosting"], [itemtype$="/Comment"]', '[itemprop=author]', '[itemprop=text]'],
  ['.question, .answer', '.user-details [itemprop=name], .user-details a, .user-details', '.js-post-body'],
  ['[data-author].message', undefined, '.bbWrapper, .messageText'],
  ['.post', '.author .username, .author .username-coloured, .postprofile .username', '.content'],
  ['article.ipsComment', '.cAuthorPane_author, .ipsEntry__username', '[data-role=commentContent]'],
];
const HEADING = /^h[1-6]$/;
const MIN_POST_WORDS = 6;
const SNIPPET_WORDS = 8;
/** Soft hyphens and other points of division. */
const UNSEEN_CHARACTERS = /[\u00ad\u200b\u2060\ufeff]/g;

/** `words` joined and surrounded by spaces, so that `includes` finds sequences of whole words. */
export const wordsInRow = (text) => ` ${lowerWords(text.replace(UNSEEN_CHARACTERS, '')).join(' ')} `;

/**
 * `{ title, sharedTitle, blocks, posts, price }`. Blocks are in document order: `{ text, words, level, parent, place,
 * linkShare, showsMarkdown }`. `place`: names of ancestors. `showsMarkdown`: the page itself has unrendered markdown.
 */
export function readSource(html) {
  const document = parseDocument(html);
  const blocks = readBlocks(document);
  const title = textOf(selectOne('title', document));
  const sharedTitle = selectOne('meta[property="og:title"]', document)?.attribs.content ?? '';
  return { title, sharedTitle, blocks, posts: readPosts(document), price: readPrice(document, blocks) };
}

function readBlocks(document) {
  const blocks = [];
  let open = { parts: [], linked: 0, element: document };
  const flush = (element) => {
    const text = wordsInRow(open.parts.join(''));
    const words = text.split(' ').length - 2;
    if (text.trim() !== '') {
      const level = HEADING.test(open.element.name ?? '') ? Number(open.element.name[1]) : 0;
      const shown = open.parts.join('').trim();
      const linkShare = open.linked / Math.max(1, shown.length);
      const showsMarkdown = shown.includes('](');
      const { parent } = open.element;
      blocks.push({ text, words, level, parent, place: placeOf(open.element), linkShare, showsMarkdown });
    }
    open = { parts: [], linked: 0, element };
  };
  const add = (node, block, inLink) => {
    if (node.type === 'text') {
      open.parts.push(node.data);
      if (inLink) open.linked += node.data.trim().length;
      return;
    }
    if (node.name === 'br') open.parts.push('\n');
    if (node.children === undefined || isUnseen(node)) return;
    // Blocks in a heading belong to the heading.
    const isBlock = BLOCKS.has(node.name) && !HEADING.test(block.name ?? '');
    if (isBlock) flush(node);
    for (const child of node.children) add(child, isBlock ? node : block, inLink || node.name === 'a');
    if (isBlock) flush(block);
  };
  add(document, document, false);
  flush(document);
  return blocks;
}

/** Names of the element and its ancestors, each with its first class, without digits. */
function placeOf(element) {
  const names = [];
  for (let at = element; at?.type === 'tag'; at = at.parent) {
    const [first = ''] = (at.attribs.class ?? '').trim().split(/\s+/);
    names.push(`${at.name}.${first.replace(/\d+/g, '')}`);
  }
  return names.join(' ');
}

function isUnseen({ name, attribs = {} }) {
  if (name === 'noscript') return false;
  return UNSEEN.has(name) || 'hidden' in attribs || /display:\s*none/.test(attribs.style ?? '');
}

function textOf(node) {
  if (node === null || node === undefined) return '';
  if (node.type === 'text') return node.data;
  return (node.children ?? []).map(textOf).join(BLOCKS.has(node.name) ? ' ' : '');
}

/** `{ author, start }` of each post (`start`: its first words), by the selectors that find most posts. */
function readPosts(document) {
  const ways = [readStructuredPosts(document)];
  for (const [post, author, text] of POSTS) {
    ways.push(
      selectAll(post, document).map((element) => {
        const named = author === undefined ? undefined : selectOne(author, element);
        const name =
          author === undefined
            ? element.attribs['data-author']
            : textOf(selectOne('[itemprop=name]', named ?? []) ?? named);
        return { author: name, text: textOf(selectOne(text, element)) };
      }),
    );
  }
  const usable = ways.map((posts) =>
    posts
      .map(({ author = '', text = '' }) => ({ author: wordsInRow(author), words: lowerWords(text) }))
      .filter(({ author, words }) => author.trim() !== '' && words.length >= MIN_POST_WORDS)
      .map(({ author, words }) => ({ author, start: ` ${words.slice(0, SNIPPET_WORDS).join(' ')} ` })),
  );
  return usable.reduce((most, posts) => (posts.length > most.length ? posts : most));
}

function readStructuredPosts(document) {
  const posts = [];
  for (const value of structuredData(document)) {
    if (![value['@type']].flat().some((type) => POSTING.test(type))) continue;
    const author = [value.author].flat()[0];
    const text = String(value.text ?? value.articleBody ?? '').replace(/<[^<>]*>/g, ' ');
    posts.push({ author: String(author?.name ?? author ?? ''), text });
  }
  return posts;
}

/** The product price in the page's metadata, as a number, if it is visible. */
function readPrice(document, blocks) {
  const named = [];
  for (const { price, lowPrice } of structuredData(document)) named.push(price ?? lowPrice);
  for (const { attribs } of selectAll('[itemprop=price], meta[property$="price:amount"]', document))
    named.push(attribs.content);
  const shown = plainNumbers(blocks.map(({ text }) => text).join(' '));
  return named
    .filter((price) => price !== undefined && /^[\d.,]{1,12}$/.test(price) && Number.parseFloat(price) > 0)
    .map((price) => plainNumbers(wordsInRow(String(price).replace(/[.,]00?$/, ''))))
    .find((price) => shown.includes(price));
}

/** Without thousands separators. */
export function plainNumbers(text) {
  return text.replace(/(?<= \d{1,3}) (?=\d{3} )/g, '');
}

function* structuredData(document) {
  for (const script of selectAll('script[type="application/ld+json"]', document)) {
    let value;
    try {
      value = JSON.parse(textOf(script));
    } catch {
      continue;
    }
    const open = [value];
    while (open.length > 0) {
      const next = open.shift();
      if (typeof next !== 'object' || next === null) continue;
      if (!Array.isArray(next)) yield next;
      open.push(...Object.values(next));
    }
  }
}
