import type { ScrapeSpec } from '@orbweaver/core';
import { toHtml } from '../formats/html';
import { scrapeSpec } from '../testing/scrape-spec';
import { parseHtml } from '../tree/parse-html';
import { selectContent } from './select-content';

const page = `<html><head><title>t</title></head><body><header class="top">head</header>
<nav>nav</nav><div id=main-col class="col text"><p class=a>one</p><p class="b b2">two</p><iframe src=/f></iframe>
<div data-original-tag="iframe">framed</div></div><div class=sidebar>side</div><script>x</script><style>y</style><footer>foot</footer></body></html>`;

function select(source: string, options: Partial<ScrapeSpec>): { html: string; warnings: string[] } {
  const warnings: string[] = [];
  const root = selectContent(parseHtml(source), scrapeSpec(options), warnings);
  return { html: toHtml(root).replace(/\n/g, ''), warnings };
}

describe('selectContent', () => {
  it('keeps the whole page but what is never shown', () => {
    const { html } = select(page, { onlyMainContent: false });
    expect(html).toMatch(/^<!DOCTYPE html><html><body><header class="top">head<\/header><nav>nav<\/nav>/);
    expect(html).not.toMatch(/<script|<style|<head>|<title/);
  });

  it('takes the chrome away for the main content', () => {
    const { html } = select(page, { onlyMainContent: true });
    expect(html).not.toMatch(/head<|nav|side|foot/);
    expect(html).toContain('<p class="a">one</p>');
  });

  it.each<[string, string[], string]>([
    ['by class', ['.a'], '<p class="a">one</p>'],
    ['in the order of the page, not of the selectors', ['.b', '.a'], '<p class="a">one</p><p class="b b2">two</p>'],
    ['the outermost only', ['p', '#main-col p.a', '.a'], '<p class="a">one</p><p class="b b2">two</p>'],
    [
      'what the main content would leave out',
      ['footer', 'header'],
      '<header class="top">head</header><footer>foot</footer>',
    ],
    [
      'frames, written or put into the page',
      ['iframe'],
      '<iframe src="/f"></iframe><div data-original-tag="iframe">framed</div>',
    ],
    ['with pseudo-classes', ['p:nth-of-type(2)', 'div:has(> .nothing)'], '<p class="b b2">two</p>'],
  ])('includes elements %s', (_title, includeTags, expected) => {
    expect(select(page, { includeTags, onlyMainContent: true })).toEqual({ html: expected, warnings: [] });
  });

  it.each<[string, string[], RegExp]>([
    ['by selector', ['.a', '.col .b'], /one|two/],
    ['by frame', ['iframe'], /framed|iframe/],
    ['by a text in a tag name or an attribute', ['*SIDE*'], /side/],
    ['by a text in the value of an attribute', ['*b2*'], /two/],
  ])('excludes elements %s', (_title, excludeTags, gone) => {
    const { html, warnings } = select(page, { excludeTags, onlyMainContent: false });
    expect(html).not.toMatch(gone);
    expect(html).toContain('foot');
    expect(warnings).toEqual([]);
  });

  it('excludes from what is included', () => {
    expect(select(page, { includeTags: ['#main-col'], excludeTags: ['p', 'iframe', '.col'] }).html).toBe('');
  });

  it('never takes the body away', () => {
    expect(select(page, { excludeTags: ['body', '*html*'], onlyMainContent: false }).html).toContain('one');
  });

  it.each(['p[', ':unheard-of', '>>', 'a:not('])('names %p as no selector and goes on', (selector) => {
    const { html, warnings } = select(page, { includeTags: [selector], excludeTags: [selector, '.a'] });
    expect(html).toContain('two');
    expect(html).not.toContain('one');
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain(`includeTags: "${selector}"`);
    expect(warnings[1]).toContain(`excludeTags: "${selector}"`);
  });

  it('says when nothing is included', () => {
    expect(select(page, { includeTags: ['.nothing'] })).toEqual({
      html: '',
      warnings: ['No element of the page matches includeTags.'],
    });
  });

  it.each(['iframe-wrapper', 'my-iframe', '.iframe-container'])('leaves the name %p alone', (selector) => {
    const source =
      '<iframe-wrapper>1</iframe-wrapper><my-iframe>2</my-iframe><p class=iframe-container>3</p><iframe src=x></iframe>';
    expect(select(source, { includeTags: [selector] }).html).toMatch(/^<[^>]+>\d<\/[^>]+>$/);
  });
});

describe('the main content', () => {
  it.each([
    ['stays in an element with a misleading name', '<div class="menu"><main>text</main></div><nav>n</nav>', 'text'],
    ['is the whole page when it is all chrome', '<header>h</header><nav>n</nav>', 'hn'],
    [
      'is the whole page when a wrapper has a misleading name',
      `<div class=side>${'words '.repeat(300)}</div><p>x</p>`,
      'words',
    ],
    ['is not looked for by parts of names', '<div class="topic sidebar-free">text</div>', 'text'],
  ])('%s', (_title, body, expected) => {
    expect(select(body, { onlyMainContent: true }).html.replace(/<[^>]+>/g, '')).toContain(expected);
  });

  it('is in noscript elements when there is little else', () => {
    const post = `<p>${'A whole thread. '.repeat(60)}</p>`;
    expect(select(`<div>app</div><noscript>${post}</noscript>`, {}).html).toContain('A whole thread.');
    expect(select(`<p>${'Text. '.repeat(200)}</p><noscript>${post}</noscript>`, {}).html).not.toContain(
      'A whole thread.',
    );
  });
});
