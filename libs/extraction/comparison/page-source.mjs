/** A page as it was sent, read without any code of this library: what a reader could have lost of it. */
import { createRequire } from 'node:module';
import { BLOCKS, UNSEEN } from '../training/markdown-text.mjs';
import { lowerWords } from '../training/metrics.mjs';

const require = createRequire(import.meta.url);
const { parseDocument } = require('htmlparser2');
const { selectAll, selectOne } = require('css-select');

const POSTING = /^(?:https?:\/\/schema\.org\/)?(?:Answer|Comment|DiscussionForumPosting|Question|SocialMediaPosting)$/;
/** Of forum software that marks its posts: post, who wrote it, what it says. */
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
/** Where a word may be divided. */
const UNSEEN_CHARACTERS = /[\u00ad\u200b\u2060\ufeff]/g;

/** `words` joined by spaces with one on either side, so that one text holds another if its words stand there in a row. */
export const wordsInRow = (text) => ` ${lowerWords(text.replace(UNSEEN_CHARACTERS, '')).join(' ')} `;

/**
 * `{ title, sharedTitle, blocks, posts, price }`; blocks in order: `{ text, words, level, parent, place, linkShare, showsMarkdown }`: the
 * names on the way to it, and whether the page has failed to render markdown itself.
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
    // What stands in a heading is the heading.
    const isBlock = BLOCKS.has(node.name) && !HEADING.test(block.name ?? '');
    if (isBlock) flush(node);
    for (const child of node.children) add(child, isBlock ? node : block, inLink || node.name === 'a');
    if (isBlock) flush(block);
  };
  add(document, document, false);
  flush(document);
  return blocks;
}

/** The names of the element and those around it, each with its first class, without numbers. */
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

/** `{ author, start }`, what each begins with. The way that finds most. */
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

/** As a number without a sign, if the page says it of its product and shows it. */
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

/** Thousands joined. */
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
