/**
 * node pdf-order.mjs FOLDER [--worst]
 *
 * Measures the reading order of multi-column PDFs without tags. FOLDER has Typst, which sets pdf-documents.mjs:
 * `npm install --prefix FOLDER @myriaddreamin/typst-ts-node-compiler@0.6.0`. Score: share of consecutive texts that are
 * consecutive in the output. Whole: share of paragraphs without foreign words inside. --worst lists the pairs out of
 * order. --out writes the PDFs and their markdown to a folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { textOfMarkdown } from '../training/markdown-text.mjs';
import { lowerWords } from '../training/metrics.mjs';
import { extractPage } from '../training/serving.mjs';
import { DOCUMENTS } from './pdf-documents.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'boolean' }, out: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('say where Typst is: node pdf-order.mjs FOLDER');
const entry = path.resolve(folder, 'node_modules/@myriaddreamin/typst-ts-node-compiler/index.js');
const { NodeCompiler } = (await import(pathToFileURL(entry).href)).default;
const compiler = NodeCompiler.create();

/** Words at the start and end that identify a text. */
const EDGE = 4;

const totals = { pairs: [0, 0], whole: [0, 0] };
console.log('| document | pages | order | whole |\n|---|---|---|---|');
for (const { name, source, flow } of DOCUMENTS) {
  const pdf = Buffer.from(compiler.pdf({ mainFileContent: source }));
  const { markdown, pages } = await readPdf(pdf);
  const { pairs, whole, lost } = scoreOrder(flow, markdown);
  for (const [key, [right, all]] of Object.entries({ pairs, whole })) {
    totals[key][0] += right;
    totals[key][1] += all;
  }
  console.log(`| ${name} | ${pages} | ${rate(pairs)} | ${rate(whole)} |`);
  if (options.worst) for (const line of lost) console.log(`  ${line}`);
  if (options.out !== undefined) {
    mkdirSync(options.out, { recursive: true });
    const file = path.join(options.out, name.replace(/\W+/g, '-'));
    writeFileSync(`${file}.pdf`, pdf);
    writeFileSync(`${file}.md`, markdown);
  }
}
console.log(`| all | | ${rate(totals.pairs)} | ${rate(totals.whole)} |`);
process.exit();

async function readPdf(body) {
  const headers = { 'content-type': 'application/pdf' };
  const url = 'https://documents.example/a.pdf';
  const capture = { url, sourceUrl: url, status: 200, headers, body, engine: 'http', proxyUsed: 'basic' };
  const spec = {
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    pdf: { parse: true },
  };
  const wants = { wantsDocument: true, wantsOutlinks: false, detectShell: false };
  const extraction = await extractPage(capture, spec, wants);
  const document = JSON.parse(gunzipSync(extraction.content));
  return { markdown: document.markdown, pages: extraction.metadata?.numPages ?? '' };
}

function scoreOrder(flow, markdown) {
  // Compares letters, because words may be hyphenated at line ends.
  const answer = lettersOf(textOfMarkdown(markdown));
  const places = flow.map(({ text }) => {
    const words = lowerWords(text);
    const start = answer.indexOf(words.slice(0, EDGE).join(''));
    const last = words.slice(-EDGE).join('');
    const end = start === -1 ? -1 : answer.indexOf(last, start);
    return { text, start, end: end === -1 ? -1 : end + last.length, isWhole: answer.includes(lettersOf(text)) };
  });
  const starts = places.map(({ start }) => start).filter((start) => start !== -1);
  const lost = [];
  let right = 0;
  places.slice(1).forEach((place, index) => {
    const before = places[index];
    const isRight =
      place.start !== -1 &&
      before.end !== -1 &&
      before.end <= place.start &&
      !starts.some((start) => start > before.start && start < place.start);
    if (isRight) right++;
    else
      lost.push(
        `${before.start}-${before.end} ${before.text.slice(0, 40)} → ${place.start} ${place.text.slice(0, 40)}`,
      );
  });
  const whole = places.filter(({ isWhole }) => isWhole).length;
  return { pairs: [right, places.length - 1], whole: [whole, places.length], lost };
}

function lettersOf(text) {
  return lowerWords(text).join('');
}

function rate([right, all]) {
  return (right / all).toFixed(3);
}
