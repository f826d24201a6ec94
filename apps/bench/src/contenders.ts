import { Readability } from '@mozilla/readability';
import type { ScrapeSpec } from '@orbweaver/core';
import { type Capture, extractPage, steps } from '@orbweaver/extraction';
import { scrapeSpec } from '@orbweaver/testing';
import { load } from 'cheerio';
import { parseHTML } from 'linkedom';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';
import { parseWithParse5 } from './parse5-tree';
import type { Page } from './read-pages';
import { cpuMs } from './stopwatch';

/** A page as bytes and as text. */
export interface BenchPage extends Page {
  url: string;
  text: string;
}

type StepTimes = Map<string, number>;

export interface Contender {
  name: string;
  run(page: BenchPage): Promise<StepTimes | undefined> | StepTimes | undefined;
}

export const YARDSTICK = 'turndown(string), whole page';

const OPTIONS = { wantsDocument: true, wantsOutlinks: true, detectShell: true };
const HTML_TYPE = 'text/html';

function spec(onlyMainContent: boolean): ScrapeSpec {
  return scrapeSpec({ formats: [{ type: 'markdown' }, { type: 'links' }], onlyMainContent });
}

function asCapture(page: BenchPage): Capture {
  return {
    url: page.url,
    sourceUrl: page.url,
    status: 200,
    headers: { 'content-type': HTML_TYPE },
    body: page.body,
    engine: 'http',
    proxyUsed: 'basic',
  };
}

/** The steps of `extractHtml` in order, each with its time. */
function runSteps(page: BenchPage, parse: (text: string) => steps.ParsedPage): StepTimes {
  const times: StepTimes = new Map();
  let from = cpuMs();
  const lap = (step: string) => {
    const now = cpuMs();
    times.set(step, now - from);
    from = now;
  };
  steps.classifyContent(page.body, HTML_TYPE, 'http');
  const charset = steps.detectCharset(page.body, { contentType: HTML_TYPE, url: page.url });
  const text = steps.decodeText(page.body, charset);
  lap('decode');
  const parsed = parse(text);
  lap('parse');
  steps.openFrames(parsed);
  const addresses = new steps.Addresses(steps.findBaseUrl(parsed.root, page.url));
  const warnings: string[] = [];
  steps.collectOutlinks(parsed.root, addresses);
  lap('outlinks');
  steps.readMetadata(parsed.root, addresses);
  lap('metadata');
  const hints = steps.readPageHints(parsed.root);
  const selected = steps.selectElements(parsed, spec(true), warnings);
  steps.keepMainContent(selected, hints);
  lap('main content');
  steps.collectLinks(selected, addresses, warnings);
  lap('links');
  steps.makeUrlsAbsolute(selected, addresses, warnings);
  steps.removeInlinedImages(selected);
  lap('addresses');
  steps.toMarkdown(selected);
  lap('markdown');
  return times;
}

function extractText(page: BenchPage, onlyMainContent: boolean): void {
  steps.extractHtml({ text: page.text, xhtml: false, url: page.url }, spec(onlyMainContent), OPTIONS);
}

async function extractCapture(page: BenchPage, onlyMainContent: boolean): Promise<undefined> {
  await extractPage(asCapture(page), spec(onlyMainContent), OPTIONS);
}

const turndown = new TurndownService();

const OURS: Contender[] = [
  { name: 'ours', run: (page) => extractCapture(page, true) },
  { name: 'ours, the whole page', run: (page) => extractCapture(page, false) },
  { name: 'ours, step by step', run: (page) => runSteps(page, (text) => steps.parseHtml(text)) },
  { name: 'ours on a tree by parse5', run: (page) => runSteps(page, parseWithParse5) },
  { name: 'ours from text, without gzip', run: (page) => void extractText(page, true) },
];

const PEERS: Contender[] = [
  { name: YARDSTICK, run: (page) => void turndown.turndown(page.text) },
  {
    name: 'cheerio, then turndown(string)',
    run: (page) => {
      const $ = load(page.text);
      $('script, style, noscript').remove();
      $('a[href]').each((_, link) => void $(link).attr('href'));
      turndown.turndown($.html());
      return undefined;
    },
  },
  {
    name: 'linkedom, Readability, turndown',
    run: (page) => {
      const { document } = parseHTML(page.text);
      const article = new Readability(document as never).parse();
      turndown.turndown(article?.content ?? '');
      return undefined;
    },
  },
  { name: 'node-html-markdown', run: (page) => void NodeHtmlMarkdown.translate(page.text) },
];

export const CONTENDERS: readonly Contender[] = [...OURS, ...PEERS];
