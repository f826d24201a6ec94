/**
 * node gather-languages.mjs CLONES SET [--latin]
 *
 * Collects real pages in languages that the development set lacks, in its format (training/README.md) with `language`,
 * `source` and `licence`: pages in other scripts, or with --latin in Latin script except English. CLONES is a folder with
 * clones of the repositories below; SET is the output. The pages are copyrighted: do not publish them.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { latinLanguageOf } from './latin-language.mjs';

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { latin: { type: 'boolean' } } });
const [clones, set] = positionals;

/** Clone folder to the licence of its texts and a reader of its pages: `{ html, url, kind, truth }`. */
const SOURCES = {
  waddle: { licence: 'GPL-3.0', read: readWaddle },
  'magic-html': { licence: 'Apache-2.0', read: readMagicHtml },
  newspaper4k: { licence: 'MIT', read: readNewspaper },
  goose3: { licence: 'Apache-2.0', read: readGoose },
  fundus: { licence: 'MIT', read: readFundus },
  trafilatura: { licence: 'Apache-2.0', read: readTrafilatura },
};

/** Language, its letters and their minimum share of all letters. The first match wins. */
const SCRIPTS = [
  ['ja', /[\u3040-\u30ff]/g, 0.1],
  ['zh', /[\u3400-\u9fff]/g, 0.4],
  ['ko', /[\uac00-\ud7af]/g, 0.4],
  ['ar', /[\u0600-\u06ff]/g, 0.4],
  ['ru', /[\u0400-\u04ff]/g, 0.4],
  ['el', /[\u0370-\u03ff]/g, 0.4],
  ['th', /[\u0e00-\u0e7f]/g, 0.4],
  ['hi', /[\u0900-\u097f]/g, 0.4],
];
/** Characters. Shorter texts of tests are extracts. */
const LEAST_TRUTH = 80;
/** Letters that identify a line; tags may follow them. */
const LINE_START = 8;

for (const folder of ['ground-truth', 'html']) mkdirSync(path.join(set, folder), { recursive: true });
const counts = {};
for (const [name, { licence, read }] of Object.entries(SOURCES)) {
  const root = path.join(clones, name);
  if (!existsSync(root)) continue;
  for (const { html, url, kind, truth, snippets } of read(root)) {
    const language = options.latin ? latinLanguageOf(truth, html.toString('latin1')) : scriptOf(truth);
    if (language === undefined || truth.length < LEAST_TRUTH || !isThere(html.toString('utf8'), truth)) continue;
    const id = `${language}-${name}-${createHash('sha256').update(html).digest('hex').slice(0, 10)}`;
    const record = { url, language, source: name, licence, _internal: { page_type: { primary: kind } } };
    record.ground_truth = snippets ?? { main_content: truth };
    writeFileSync(path.join(set, 'ground-truth', `${id}.json`), JSON.stringify(record));
    writeFileSync(path.join(set, 'html', `${id}.html.gz`), gzipSync(html));
    counts[language] ??= {};
    counts[language][name] = (counts[language][name] ?? 0) + 1;
  }
}
for (const [language, sources] of Object.entries(counts)) console.log(language, JSON.stringify(sources));

function scriptOf(text) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return SCRIPTS.find(([, letter, share]) => (text.match(letter)?.length ?? 0) > share * letters)?.[0];
}

/** Some pages have another charset than recorded, and some show their text by script. */
function isThere(html, truth) {
  const flat = (text) => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const shown = flat(html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<[^>]*>|&\w{1,9};/gi, ''));
  const lines = truth.split('\n').map((line) => flat(line.replace(/<[^>]*>|&\w{1,9};/g, '')));
  const told = lines.filter((line) => line.length >= LINE_START);
  return told.filter((line) => shown.includes(line.slice(0, LINE_START))).length > told.length / 4;
}

/** rundimeco/waddle: the DAniEL corpus of news in Chinese, Russian, Greek, Polish and English, cleaned by hand. */
function* readWaddle(root) {
  const folder = path.join(root, 'corpora', 'Corpus_daniel_v2.1');
  for (const file of readdirSync(path.join(folder, 'html'))) {
    const reference = path.join(folder, 'reference', file);
    if (!existsSync(reference)) continue;
    const truth = readFileSync(reference, 'utf8').replace(/<\/?p>/g, '\n');
    const url = `http://${file.split('_')[1]}/${file.split('_')[2]}`;
    yield { html: readFileSync(path.join(folder, 'html', file)), url, kind: 'article', truth };
  }
}

/** opendatalab/magic-html: articles and threads of its benchmark. */
function* readMagicHtml(root) {
  for (const kind of ['article', 'forum']) {
    const folder = path.join(root, 'benchmark', 'data', kind);
    const texts = JSON.parse(readFileSync(path.join(folder, 'base.json'), 'utf8'));
    for (const [name, { url, content }] of Object.entries(texts)) {
      const file = path.join(folder, 'htmls', `${name}.html`);
      if (existsSync(file)) yield { html: readFileSync(file), url, kind, truth: content };
    }
  }
}

/** AndyTheFactory/newspaper4k: pages of its tests. */
function* readNewspaper(root) {
  const folder = path.join(root, 'tests', 'data');
  for (const file of readdirSync(path.join(folder, 'txt'))) {
    const name = path.basename(file, '.txt');
    const page = path.join(folder, 'html', `${name}.html`);
    if (!existsSync(page)) continue;
    const html = readFileSync(page);
    const url = /rel=.canonical.[^>]{0,40}href=["']([^"']{1,300})/.exec(html)?.[1] ?? `http://${name}.invalid/`;
    yield { html, url, kind: 'article', truth: readFileSync(path.join(folder, 'txt', file), 'utf8') };
  }
}

/** goose3/goose3: pages of its tests with their whole text. */
function* readGoose(root) {
  const folder = path.join(root, 'tests', 'data', 'content');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const page = path.join(folder, `${path.basename(file, '.json')}.html`);
    const { url, expected } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    const truth = expected?.cleaned_text ?? '';
    if (existsSync(page) && truth.length > 5 * LEAST_TRUTH)
      yield { html: readFileSync(page), url, kind: 'article', truth };
  }
}

/** flairNLP/fundus: a page of each publisher, and the output of its parser for that publisher. */
function* readFundus(root) {
  const folder = path.join(root, 'tests', 'resources', 'parser', 'test_data');
  const countries = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'meta.info')));
  for (const country of countries) {
    const pages = JSON.parse(readFileSync(path.join(folder, country, 'meta.info'), 'utf8'));
    for (const [file, { url }] of Object.entries(pages)) {
      if (!existsSync(path.join(folder, country, file))) continue;
      const html = gunzipSync(readFileSync(path.join(folder, country, file)));
      const texts = JSON.parse(readFileSync(path.join(folder, country, `${file.split('_')[0]}.json`), 'utf8'));
      const shown = html.toString('utf8');
      // Publishers that changed their pages have several parsers; the matching one finds its words.
      for (const { title, body } of Object.values(texts)) {
        const parts = body?.sections.flatMap(({ headline, paragraphs }) => [...headline, ...paragraphs]) ?? [];
        if (!parts.some((part) => part.length > 20 && shown.includes(part.slice(-20)))) continue;
        yield { html, url, kind: 'article', truth: [title, ...body.summary, ...parts].join('\n') };
      }
    }
  }
}

/** adbar/trafilatura: pages of its evaluation, with required and forbidden snippets. Too few are in other scripts. */
function* readTrafilatura(root) {
  if (!options.latin) return;
  const pages = JSON.parse(readFileSync(path.join(root, 'tests', 'evaldata.json'), 'utf8'));
  for (const [url, { file, with: wanted, without }] of Object.entries(pages)) {
    const page = ['eval', 'cache'].map((name) => path.join(root, 'tests', name, file)).find(existsSync);
    if (page === undefined) continue;
    const snippets = { with: wanted, without };
    yield { html: readFileSync(page), url, kind: 'article', truth: wanted.join('\n'), snippets };
  }
}
