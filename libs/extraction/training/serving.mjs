/** The compiled code of this library: training sees pages exactly as serving does. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const load = (path) => require(`../dist/${path}.js`);

const { detectCharset } = load('decode/detect-charset');
const { decodeText } = load('decode/decode-text');
const { parseHtml } = load('tree/parse-html');
const { openFrames } = load('page/frames');
const { showProtectedEmails } = load('sites/cloudflare');
const { showRelativeTimes } = load('sites/timeago');
const { placeStreamedContent } = load('sites/react');
const { removeUnshown, revealContent } = load('page/select-content');
const { readPageHints } = load('main-content/page-hints');
export const { cutIntoBlocks } = load('main-content/text-blocks');
const { cutIntoShownBlocks } = load('main-content/shown-blocks');
const { chooseByScores } = load('main-content/keep-main-content');
const { completeStructure } = load('main-content/structure/complete-structure');
const modelOfServing = load('main-content/main-content-model');
const invariantsOfServing = load('main-content/structure/invariants');

export const { textHash } = load('main-content/characters');
export const { attributeTokens, MAX_LEXICON_WORDS, openLexicon, textTokens } = load('main-content/lexicon');
export const { FEATURE_COUNT, FEATURE_NAMES, openFeatures } = load('main-content/block-features');
export const { openPageView } = load('main-content/page-view');
export const { KIND_FIGURE_NAMES, kindFigures } = load('main-content/kind/kind-figures');
export const { PAGE_KINDS } = load('main-content/kind/page-kinds');
export const { WEIGHT_UNIT } = load('main-content/scoring/model-format');
export const { writeModelFile } = load('main-content/scoring/write-model-file');
export const { MODEL_FEATURES, openModel } = load('main-content/scorer-model');
export const { confidenceFigures } = load('main-content/confidence/confidence-figures');
export const { extractPage } = load('extract-page');

export const HTML_HEADERS = { 'content-type': 'text/html; charset=utf-8' };

/** The blocks and the metadata of a page. */
export function openPage(source) {
  const text = decodePage(source);
  const page = parseHtml(text, { xhtml: false });
  placeStreamedContent(page);
  showRelativeTimes(page.root);
  showProtectedEmails(page.root, text);
  openFrames(page);
  const hints = readPageHints(page.root, source.url);
  revealContent(page);
  removeUnshown(page.root);
  return { hints, root: page.root, page: cutIntoShownBlocks(page.root) };
}

export function decodePage({ bytes, url }) {
  const body = bytes();
  return decodeText(body, detectCharset(body, { contentType: HTML_HEADERS['content-type'], url }));
}

/** From here on extractPage scores with `model`. */
export function serveWith(model) {
  modelOfServing.mainContentModel = () => model;
}

export const { INVARIANTS } = invariantsOfServing;

/** The page scored by the model. Undefined if it is too short or too long, or too few blocks would be kept. */
export function scorePage(source) {
  const { hints, page } = openPage(source);
  return chooseByScores(page, hints, modelOfServing.mainContentModel());
}

/** A key for the blocks that each set of invariants keeps. Sets with the same key give the same document. */
export function chooseByInvariants(source, sets) {
  const { hints, page } = openPage(source);
  const chosen = chooseByScores(page, hints, modelOfServing.mainContentModel());
  if (chosen === undefined) return sets.map(() => '');
  return sets.map((invariants) => {
    serveInvariants(invariants);
    const kept = chosen.kept.slice();
    completeStructure(chosen.view, kept);
    return Buffer.from(kept).toString('latin1');
  });
}

/** Makes extractPage use only `invariants` from now on. */
export function serveInvariants(invariants) {
  Object.defineProperty(invariantsOfServing, 'INVARIANTS', { value: invariants, configurable: true, writable: true });
}
