import type { ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec } from '../../test/scrape-spec';
import { keepMainContent } from '../main-content/keep-main-content';
import { readPageHints } from '../main-content/page-hints';
import { parseHtml } from '../tree/parse-html';
import { toHtml } from '../tree/serialize-html';
import { openFrames } from './frames';
import { selectElements } from './select-content';

const page = `<html><head><title>t</title></head><body><header class="top">head</header>
<nav>nav</nav><div id=main-col class="col text"><p class=a>one</p><p class="b b2">two</p><iframe src=/f></iframe>
<div data-original-tag="iframe">framed</div></div><div class=sidebar>side</div><script>x</script><style>y</style><footer>foot</footer></body></html>`;

const MAIN_COLUMN =
  '<div id="main-col" class="col text"><p class="a">one</p><p class="b b2">two</p><div src="/f" data-original-tag="iframe"></div><div data-original-tag="iframe">framed</div></div>';

function select(source: string, options: Partial<ScrapeSpec>): { html: string; warnings: string[] } {
  const warnings: string[] = [];
  const parsed = parseHtml(source);
  openFrames(parsed);
  const spec = scrapeSpec(options);
  const hints = readPageHints(parsed.root);
  const root = selectElements(parsed, spec, warnings);
  if (spec.onlyMainContent && spec.includeTags.length === 0) keepMainContent(root, hints);
  return { html: toHtml(root).replace(/\n/g, ''), warnings };
}

/** Processor time: the machine may have other things to do. */
function time(body: string, excludeTags: string[]) {
  const before = process.cpuUsage();
  const selected = select(body, { excludeTags, onlyMainContent: false });
  const { user, system } = process.cpuUsage(before);
  return { ...selected, cpuMs: (user + system) / 1000 };
}

describe('selectElements', () => {
  it('keeps the whole page except elements that are never shown', () => {
    const { html } = select(page, { onlyMainContent: false });
    expect(html).toMatch(/^<!DOCTYPE html><html><body><header class="top">head<\/header><nav>nav<\/nav>/);
    expect(html).not.toMatch(/<script|<style|<head>|<title/);
  });

  it('removes navigation and footer for the main content', () => {
    const { html } = select(page, { onlyMainContent: true });
    expect(html).not.toMatch(/head<|nav|side|foot/);
    expect(html).toContain('<p class="a">one</p>');
  });

  it.each<[string, string[], string]>([
    ['by class', ['.a'], '<p class="a">one</p>'],
    ['in document order', ['.b', '.a'], '<p class="a">one</p><p class="b b2">two</p>'],
    ['outermost only', ['p', '#main-col p.a', '.a'], '<p class="a">one</p><p class="b b2">two</p>'],
    [
      'what the main content would leave out',
      ['footer', 'header'],
      '<header class="top">head</header><footer>foot</footer>',
    ],
    [
      'frames, written or put into the page',
      ['iframe'],
      '<div src="/f" data-original-tag="iframe"></div><div data-original-tag="iframe">framed</div>',
    ],
    [
      'frames, by what stands for them',
      ['#main-col > div[data-original-tag="iframe"]:empty'],
      '<div src="/f" data-original-tag="iframe"></div>',
    ],
    [
      'frames among others',
      ['b,IFRAME[src]:not(.x)', 'p:has(+ iframe)'],
      '<p class="b b2">two</p><div src="/f" data-original-tag="iframe"></div>',
    ],
    ['once, with their content', ['.text', '.text p', 'iframe'], MAIN_COLUMN],
    ['with pseudo-classes', ['p:nth-of-type(2)', 'div:has(> .nothing)'], '<p class="b b2">two</p>'],
  ])('includes elements %s', (_title, includeTags, expected) => {
    expect(select(page, { includeTags, onlyMainContent: true })).toEqual({ html: expected, warnings: [] });
  });

  it.each<[string, string[], RegExp]>([
    ['by selector', ['.a', '.col .b'], /one|two/],
    ['by frame selector', ['iframe'], /framed|iframe/],
    ['by text in a tag name or attribute name', ['*SIDE*'], /side/],
    ['by text in an attribute value', ['*b2*'], /two/],
    ['by several texts in order', ['*cl*ID*bar*'], /side/],
    ['by their position before any removal', ['p.a', 'p:nth-child(2)'], /one|two/],
  ])('excludes elements %s', (_title, excludeTags, gone) => {
    const { html, warnings } = select(page, { excludeTags, onlyMainContent: false });
    expect(html).not.toMatch(gone);
    expect(html).toContain('foot');
    expect(warnings).toEqual([]);
  });

  it('applies excludeTags to included elements', () => {
    expect(select(page, { includeTags: ['#main-col'], excludeTags: ['p', 'iframe', '.col'] }).html).toBe('');
  });

  it('never removes the body', () => {
    expect(select(page, { excludeTags: ['body', '*html*'], onlyMainContent: false }).html).toContain('one');
  });

  it.each(['p[', ':unheard-of', '>>', 'a:not('])('reports the invalid selector %p and continues', (selector) => {
    const { html, warnings } = select(page, { includeTags: [selector], excludeTags: [selector, '.a'] });
    expect(html).toContain('two');
    expect(html).not.toContain('one');
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain(`includeTags: "${selector}"`);
    expect(warnings[1]).toContain(`excludeTags: "${selector}"`);
  });

  it.each<[string, string, number]>([
    ['p:nth-child(2n)', 'p', 20_000],
    ['p:nth-last-of-type(2n + 1)', 'p', 20_000],
    ['p:only-of-type', 'p', 20_000],
    ['p + p', 'p', 20_000],
    ['div div div div div div x', 'div', 400],
    [`${':not('.repeat(500)}p${')'.repeat(500)}`, 'p', 20_000],
  ])('finds %s among thousands of elements', (selector, tag, count) => {
    const { cpuMs, warnings } = time(`<${tag}>x`.repeat(count), [selector]);
    expect(warnings).toEqual([]);
    expect(cpuMs).toBeLessThan(5000);
  });

  it.each<[string, string]>([
    ['div:has(div:has(div:has(x)))', '<div>'.repeat(400) + '<p>x</p>'.repeat(20_000)],
    [`${'div '.repeat(1000)}p`, '<div>'.repeat(400) + '<p>x</p>'.repeat(20_000)],
    ['h2 ~ p', '<p>x</p>'.repeat(20_000)],
    [`${'x,'.repeat(2000)}x`, '<p>x</p>'.repeat(20_000)],
  ])('abandons the expensive selector %s and continues', (selector, body) => {
    const { cpuMs, warnings, html } = time(`${body}<i class=a>last</i>`, [selector, '.a']);
    expect(warnings).toEqual([
      expect.stringMatching(/^excludeTags: ".{1,102}" takes too long on this page and was ignored\.$/),
    ]);
    expect(html).not.toContain('last');
    expect(cpuMs).toBeLessThan(20_000);
  });

  it('limits the number of selectors and of reported ones', () => {
    const { warnings } = select('<p>x</p>', { excludeTags: Array.from({ length: 5000 }, (_, index) => `p[${index}`) });
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('excludeTags: 491 more selectors were ignored.');
    expect(select('<p>x</p>', { includeTags: ['p'.repeat(6000), 'p'] }).warnings).toEqual([
      expect.stringContaining('longer than 5000 characters'),
    ]);
  });

  it('warns when no element is included', () => {
    expect(select(page, { includeTags: ['.nothing'] })).toEqual({
      html: '',
      warnings: ['No element of the page matches includeTags.'],
    });
  });

  it.each(['iframe-wrapper', 'my-iframe', '.iframe-container'])(
    'does not treat %p as the name of a frame',
    (selector) => {
      const source =
        '<iframe-wrapper>1</iframe-wrapper><my-iframe>2</my-iframe><p class=iframe-container>3</p><iframe src=x></iframe>';
      expect(select(source, { includeTags: [selector] }).html).toMatch(/^<[^>]+>\d<\/[^>]+>$/);
    },
  );
});

describe('onlyMainContent', () => {
  it.each([
    ['keeps content with a misleading class', '<div class="menu"><main>text</main></div><nav>n</nav>', 'text'],
    ['keeps the whole page if it is all boilerplate', '<header>h</header><nav>n</nav>', 'hn'],
    [
      'is the whole page when a wrapper has a misleading name',
      `<div class=side>${'words '.repeat(300)}</div><p>x</p>`,
      'words',
    ],
    ['does not match parts of class names', '<div class="topic sidebar-free">text</div>', 'text'],
  ])('%s', (_title, body, expected) => {
    expect(select(body, { onlyMainContent: true }).html.replace(/<[^>]+>/g, '')).toContain(expected);
  });

  it('includes noscript elements if there is little other content', () => {
    const post = `<p>${'A whole thread. '.repeat(60)}</p>`;
    expect(select(`<div>app</div><noscript>${post}</noscript>`, {}).html).toContain('A whole thread.');
    expect(select(`<p>${'Text. '.repeat(200)}</p><noscript>${post}</noscript>`, {}).html).not.toContain(
      'A whole thread.',
    );
  });
});
