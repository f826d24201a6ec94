/**
 * node main-content.mjs SET READERS [--folds WORK] [--every 10]
 *
 * The main content of the development set by the model of this library, and by the usual libraries for it, counted the
 * same way: HTML to markdown, markdown to text, the bag of its words against that of the truth, mean over pages.
 *
 * SET and WORK are those of training/README.md. Without --folds the model has seen the pages, and its line says nothing.
 * READERS is a folder into which `npm install --prefix READERS @mozilla/readability defuddle linkedom@0.18.10` has put
 * the others.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readDevelopmentSet } from '../training/development-set.mjs';
import { textOfMarkdown } from '../training/markdown-text.mjs';
import { mean, scoreWords } from '../training/metrics.mjs';
import { extractPage, HTML_HEADERS, openModel, serveWith } from '../training/serving.mjs';
import settings from '../training/settings.json' with { type: 'json' };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { folds: { type: 'string' }, every: { type: 'string', default: '1' } },
});
const [set, folder] = positionals;
if (folder === undefined) throw new Error('node main-content.mjs SET READERS [--folds WORK] [--every 10]');

const importReader = (file) => import(pathToFileURL(path.resolve(folder, 'node_modules', file)).href);
const { parseHTML } = await importReader('linkedom/esm/index.js');
const { default: readability } = await importReader('@mozilla/readability/index.js');
const { Defuddle } = await importReader('defuddle/dist/node.js');

/** All of a page's HTML, and what is written in it, as markdown: the converter is ours for everyone. */
const toMarkdown = (html, page, onlyMainContent) =>
  read(Buffer.from(html), page, { onlyMainContent, headers: { 'content-type': 'text/html; charset=utf-8' } });

const READERS = {
  'this library': (page) => read(page.bytes(), page, { onlyMainContent: true, headers: HTML_HEADERS }),
  '@mozilla/readability': (page) => {
    const { document } = parseHTML(htmlOf(page));
    return toMarkdown(new readability.Readability(document).parse()?.content ?? '', page, false);
  },
  defuddle: async (page) => {
    const { document } = parseHTML(htmlOf(page));
    const { content } = await Defuddle(document, page.url, { useAsync: false });
    return toMarkdown(content ?? '', page, false);
  },
  'the whole page': (page) => read(page.bytes(), page, { onlyMainContent: false, headers: HTML_HEADERS }),
};

const pages = readDevelopmentSet(set)
  .filter(({ truth }) => truth !== '')
  .filter((_, index) => index % Number(options.every) === 0);
const models = Array.from({ length: options.folds === undefined ? 0 : settings.folds }, (_, fold) =>
  openModel(readFileSync(path.join(options.folds, `fold-${fold}.bin`))),
);

const scores = Object.fromEntries(Object.keys(READERS).map((name) => [name, []]));
for (const [index, page] of pages.entries()) {
  if (models.length > 0) serveWith(models[page.fold]);
  for (const [name, reader] of Object.entries(READERS)) {
    const before = process.cpuUsage();
    const markdown = await Promise.resolve()
      .then(() => reader(page))
      .catch(() => '');
    const { user, system } = process.cpuUsage(before);
    scores[name].push({
      kind: page.kind,
      cpuMs: (user + system) / 1000,
      ...scoreWords(page.truth, textOfMarkdown(markdown)),
    });
  }
  if (index % 100 === 0) console.error(`${index} of ${pages.length} pages`);
}

const kinds = ['article', ...[...new Set(pages.map(({ kind }) => kind))].filter((kind) => kind !== 'article').sort()];
console.log(`| | F1 | precision | recall | ${kinds.join(' | ')} | CPU ms |`);
console.log(`|---|---|---|---|${kinds.map(() => '---|').join('')}---|`);
for (const [name, results] of Object.entries(scores)) {
  const of = (figure, kind) =>
    mean(results.filter((result) => kind === undefined || result.kind === kind).map((result) => result[figure]));
  const cells = [of('f1'), of('precision'), of('recall'), ...kinds.map((kind) => of('f1', kind))].map((figure) =>
    figure.toFixed(3),
  );
  console.log(`| ${name} | ${cells.join(' | ')} | ${of('cpuMs').toFixed(0)} |`);
}
console.log(
  `\n${pages.length} pages: ${kinds.map((kind) => `${pages.filter((page) => page.kind === kind).length} ${kind}`).join(', ')}`,
);

function htmlOf(page) {
  return page.bytes().toString('utf8');
}

async function read(body, { url }, { onlyMainContent, headers }) {
  const capture = { url, sourceUrl: url, status: 200, headers, body, engine: 'http', proxyUsed: 'basic' };
  const spec = {
    formats: [{ type: 'markdown' }],
    onlyMainContent,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    pdf: { parse: true },
  };
  const extraction = await extractPage(capture, spec, {
    wantsDocument: true,
    wantsOutlinks: false,
    detectShell: false,
  });
  return extraction.kind === 'document' ? JSON.parse(gunzipSync(extraction.content)).markdown : '';
}
