/**
 * node sections.mjs SET [--folds WORK] [--pages 200]
 *
 * Splits the markdown of the development set at its headings, as search indexes do (test/split-sections.ts). Each heading
 * of the HTML must start a section at its level and below its parent headings; no section may end in a table or code.
 * SET and WORK: training/README.md.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readDevelopmentSet } from '../training/development-set.mjs';
import { markdownTokens, textOfInline } from '../training/markdown-text.mjs';
import { extractPage, HTML_HEADERS, openModel, serveWith } from '../training/serving.mjs';
import settings from '../training/settings.json' with { type: 'json' };
import { wordsInRow } from './page-source.mjs';

const require = createRequire(import.meta.url);
require('../../tooling/typescript-hook.cjs');
const { splitSections } = require('../test/split-sections.ts');
const { parseDocument } = require('htmlparser2');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { folds: { type: 'string' }, pages: { type: 'string', default: '200' } },
});
const all = readDevelopmentSet(positionals[0]).filter(({ truth }) => truth !== '');
const step = Math.max(1, Math.floor(all.length / Number(options.pages)));
const pages = all.filter((_, index) => index % step === 0).slice(0, Number(options.pages));
const models = Array.from({ length: options.folds === undefined ? 0 : settings.folds }, (_, fold) =>
  openModel(readFileSync(path.join(options.folds, `fold-${fold}.bin`))),
);

/** Elements whose headings may be parts of them, such as cards and cells. */
const HOLDERS = new Set('li td th blockquote dd dt pre'.split(' '));
const HEADING = /^h[1-6]$/;

const counts = { pages: 0, headings: 0, tables: 0, code: 0, lists: 0 };
const faults = [];
for (const page of pages) {
  if (models.length > 0) serveWith(models[page.fold]);
  const { markdown, html } = await read(page);
  const sections = splitSections(markdown);
  const found = sections
    .filter(({ path: titles }) => titles.length > 0 && plainMarkdown(titles.at(-1)) !== '')
    .map(({ level, path: titles }) => ({ level, titles: titles.map(plainMarkdown).filter((title) => title !== '') }));
  const say = (fault) => faults.push(`${page.id} ${page.kind} ${page.url}: ${fault}`);
  let open = [];
  let at = 0;
  for (const { level, title, isPart } of headingsOf(html)) {
    const isNext = found[at]?.level === level && found[at].titles.at(-1) === title;
    if (isPart && !isNext) continue;
    open = [...open.filter((heading) => heading.level < level), { level, title }];
    const titles = open.map((heading) => heading.title);
    if (found[at]?.level !== level || `${found[at].titles}` !== `${titles}`) {
      say(`${level} ${titles} is ${found[at]?.level} ${found[at]?.titles}`);
      break;
    }
    at++;
  }
  if (open.length > 0 && at < found.length) say(`no heading: ${found[at].level} ${found[at].titles}`);
  const whole = countBlocks(markdown);
  const parts = sections.map(({ text }) => countBlocks(text));
  for (const kind of ['tables', 'code', 'rows', 'lists']) {
    const inParts = parts.reduce((sum, part) => sum + part[kind], 0);
    if (inParts !== whole[kind]) say(`${kind}: ${whole[kind]} in the document, ${inParts} in its sections`);
  }
  counts.pages++;
  counts.headings += at;
  for (const kind of ['tables', 'code', 'lists']) counts[kind] += whole[kind];
}
for (const fault of faults) console.log(fault);
const failed = new Set(faults.map((fault) => fault.split(' ')[0])).size;
console.log(`${counts.pages - failed} of ${counts.pages} pages split at all of their headings and nowhere else`);
console.log(
  `with ${counts.headings} headings, ${counts.tables} tables, ${counts.code} listings, ${counts.lists} lists`,
);
process.exit();

async function read({ url, bytes }) {
  const capture = {
    url,
    sourceUrl: url,
    status: 200,
    headers: HTML_HEADERS,
    body: bytes(),
    engine: 'http',
    proxyUsed: 'basic',
  };
  const spec = {
    formats: [{ type: 'markdown' }, { type: 'html' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    pdf: { parse: true },
  };
  const wants = { wantsDocument: true, wantsOutlinks: false, detectShell: false };
  const extraction = await extractPage(capture, spec, wants);
  return JSON.parse(gunzipSync(extraction.content));
}

/** `{ level, title, isPart }` of each heading with text. */
function headingsOf(html) {
  const headings = [];
  const visit = (node, isPart) => {
    if (HEADING.test(node.name ?? '')) {
      const title = plain(textOf(node, 'button')) || plain(textOf(node));
      if (title !== '') headings.push({ level: Number(node.name[1]), title, isPart });
      return;
    }
    for (const child of node.children ?? []) visit(child, isPart || HOLDERS.has(node.name));
  };
  visit(parseDocument(html), false);
  return headings;
}

/** Text of a heading. Markdown omits its copy buttons. */
function textOf(node, without) {
  if (node.type === 'text') return node.data;
  if (node.name === 'svg' || node.name === without) return '';
  return (node.children ?? []).map((child) => textOf(child, without)).join('');
}

/** Letters and digits. */
function plain(title) {
  return wordsInRow(title).replaceAll(' ', '');
}

function plainMarkdown(title) {
  const [, inline] = markdownTokens(`# ${title}`);
  return plain(inline?.children ? textOfInline(inline.children) : '');
}

function countBlocks(markdown) {
  const tokens = markdownTokens(markdown);
  const count = (...types) => tokens.filter(({ type }) => types.includes(type)).length;
  return {
    tables: count('table_open'),
    rows: count('tr_open'),
    code: count('fence', 'code_block'),
    lists: count('bullet_list_open', 'ordered_list_open'),
  };
}
