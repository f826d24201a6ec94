/** Scores of one page under several sets of invariants. */
import { gunzipSync } from 'node:zlib';
import { readSource, wordsInRow } from '../comparison/page-source.mjs';
import { LOSSES, readAnswer } from '../comparison/reader-losses.mjs';
import { textOfMarkdown } from './markdown-text.mjs';
import { countSnippets, scoreWords } from './metrics.mjs';
import { chooseByInvariants, extractPage, HTML_HEADERS, INVARIANTS, serveInvariants } from './serving.mjs';

const SPEC = {
  formats: [{ type: 'markdown' }],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  pdf: { parse: true },
};
const READ = ['headings', 'title', 'labels', 'authors', 'fields', 'prices', 'paragraphs'];

/** Names of the counts of a score: `[correct, total]`. */
export const READER_COUNTS = [...READ, 'with', 'without'];

const rulesNamed = (names) => INVARIANTS.filter(({ name }) => names.includes(name));

/**
 * By name of the variant: `{ f1, apart, precision, recall, counts }`. `apart` is the F1 without a title line that is
 * missing from the truth. Variants that keep the same blocks share one extraction.
 */
export async function scoreVariants(page, variants) {
  const source = readSource(page.bytes().toString('utf8'));
  const keys = chooseByInvariants(
    page,
    variants.map(({ rules }) => rulesNamed(rules)),
  );
  const known = new Map();
  const scores = {};
  for (const [index, { name, rules }] of variants.entries()) {
    const key = keys[index];
    if (!known.has(key)) known.set(key, scoreMarkdown(page, source, await markdownWith(page, rulesNamed(rules))));
    scores[name] = known.get(key);
  }
  return scores;
}

/** The markdown of a page with main content completed by the invariants `rules`. */
export async function markdownWith(page, rules) {
  serveInvariants(rules);
  const capture = {
    url: page.url,
    sourceUrl: page.url,
    status: 200,
    headers: HTML_HEADERS,
    body: page.bytes(),
    engine: 'http',
    proxyUsed: 'basic',
  };
  const options = { wantsDocument: true, wantsOutlinks: false, detectShell: false };
  const extraction = await extractPage(capture, SPEC, options);
  return extraction.kind === 'document' ? JSON.parse(gunzipSync(extraction.content)).markdown : '';
}

function scoreMarkdown(page, source, markdown) {
  const text = textOfMarkdown(markdown);
  const looked = { ...page, source, markdown, answer: readAnswer(markdown) };
  const counts = Object.fromEntries(READ.map((name) => [name, LOSSES[name](looked).slice(0, 2)]));
  counts.with = [countSnippets(page.with, text), page.with.length];
  counts.without = [countSnippets(page.without, text), page.without.length];
  return {
    ...scoreWords(page.truth, text),
    apart: scoreWords(page.truth, withoutTitle(page, markdown, text)).f1,
    counts,
  };
}

/** `text` without its first line, if that is a heading that is missing from the truth. */
export function withoutTitle({ truth }, markdown, text) {
  if (!markdown.startsWith('#')) return text;
  const [first, ...rest] = text.split('\n');
  return wordsInRow(truth).includes(wordsInRow(first)) ? text : rest.join('\n');
}
