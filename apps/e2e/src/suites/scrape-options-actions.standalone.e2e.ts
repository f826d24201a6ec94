import { ENDLESS_ENTRIES } from '@orbweaver/testing';
import { describeOptionCases, type OptionCase } from '../harness/option-cases';
import { readPdfSize, readPicture } from '../harness/read-data-uri';

const click = (selector: string, more: object = {}) => ({ type: 'click', selector, ...more });
const write = (text: string) => ({ type: 'write', text });
const press = (key: string) => ({ type: 'press', key });
const wait = (selector: string) => ({ type: 'wait', selector });
const scroll = (direction: 'up' | 'down', selector?: string) => ({ type: 'scroll', direction, selector });
const run = (script: string) => ({ type: 'executeJavascript', script });

const NO_RESULTS = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
const FAILED = { status: 500, code: 'SCRAPE_ACTION_ERROR' };

const cases: OptionCase[] = [
  {
    it: 'signs in step by step and returns the protected page',
    path: '/forms/login',
    options: {
      formats: ['markdown', 'html', 'links'],
      actions: [
        click('#user'),
        write('ann'),
        press('Enter'),
        wait('#second:not([hidden])'),
        { type: 'scrape' },
        click('#password'),
        write('let me in'),
        click('#enter'),
        { type: 'wait', milliseconds: 300 },
        { type: 'scrape' },
      ],
    },
    check: ({ markdown, html, actions, metadata }, site) => {
      expect(markdown).toContain('Welcome, ann');
      expect(html).toContain('Welcome, ann');
      expect(metadata).toMatchObject({ sourceURL: `${site.main}/forms/login`, url: `${site.main}/forms/account` });
      expect(actions).toEqual({
        ...NO_RESULTS,
        scrapes: [
          { url: `${site.main}/forms/login`, html: expect.stringContaining('Login') },
          { url: `${site.main}/forms/account`, html: expect.stringContaining('Welcome, ann') },
        ],
      });
    },
  },
  {
    it: 'submits a search with the keyboard only',
    path: '/forms/search',
    options: {
      actions: [click('#q'), write('red & green <shoes>'), press('Enter'), { type: 'wait', milliseconds: 300 }],
    },
    check: ({ markdown, metadata }) => {
      expect(markdown?.replaceAll('\\', '')).toMatch(/Results for red & green (<|&lt;)shoes(>|&gt;)/);
      expect(metadata.url).toContain('?q=red');
    },
  },
  {
    it: 'presses named keys',
    path: '/forms/keys',
    options: { actions: [click('#area'), ...['Tab', 'ArrowDown', 'Escape', 'a', 'F2'].map(press)] },
    check: ({ markdown }) => {
      for (const key of ['Tab', 'ArrowDown', 'Escape', 'a', 'F2']) expect(markdown).toContain(`key ${key}`);
    },
  },
  {
    it: 'scrolls an element without scrolling the page',
    path: '/forms/box',
    options: {
      actions: [
        scroll('down', '#box'),
        { type: 'scrape' },
        scroll('down', '#box'),
        scroll('up', '#box'),
        { type: 'wait', milliseconds: 200 },
      ],
    },
    check: ({ markdown }) => {
      expect(markdown).toMatch(/box at [1-9]/);
      expect(markdown).toContain('page at 0');
    },
  },
  {
    it: 'scrolls the page down and up again',
    path: '/forms/box',
    options: {
      actions: [
        scroll('down'),
        { type: 'wait', milliseconds: 200 },
        run('document.getElementById("page").textContent'),
        scroll('up'),
        { type: 'wait', milliseconds: 200 },
      ],
    },
    check: ({ markdown, actions }) => {
      expect(actions?.javascriptReturns).toEqual([{ type: 'string', value: expect.stringMatching(/^page at [1-9]/) }]);
      expect(markdown).toContain('page at 0');
      expect(markdown).toContain('box at 0');
    },
  },
  {
    it: 'loads an infinite list by scrolling',
    path: '/forms/endless',
    options: {
      actions: Array.from({ length: 6 }, () => scroll('down')),
    },
    check: ({ markdown }) => expect(markdown).toContain(`entry ${ENDLESS_ENTRIES}.`),
  },
  {
    it: 'waits for late content',
    path: '/forms/delayed',
    options: { actions: [click('#ask'), wait('#answer')] },
    check: ({ markdown, actions }) => {
      expect(markdown).toContain('the answer has come');
      expect(actions).toEqual(NO_RESULTS);
    },
  },
  {
    it: 'dismisses dialogs',
    path: '/forms/dialogs',
    options: { actions: [click('#ask')] },
    check: ({ markdown }) => expect(markdown).toContain('asked: false null'),
  },
  {
    it: 'clicks the first of several elements, or all',
    path: '/forms/more',
    options: {
      actions: [click('.more'), { type: 'scrape' }, click('.more', { all: true }), click('.nowhere', { all: true })],
    },
    check: ({ markdown, actions }) => {
      const [between] = actions?.scrapes ?? [];
      expect(between?.html).toMatch(/>part 1 unfolded/);
      expect(between?.html).not.toMatch(/>part 2 unfolded/);
      for (const part of [1, 2, 3]) expect(markdown).toContain(`part ${part} unfolded`);
    },
  },
  {
    it: 'returns results of scripts of every type in order',
    path: '/plain',
    options: {
      formats: [],
      actions: [
        run('document.title'),
        run('return 6 * 7'),
        run('({ a: [1, null, true], b: { c: "d" } })'),
        run('new Promise((resolve) => setTimeout(() => resolve("later"), 50))'),
        run('const x = await Promise.resolve(5); return x > 4'),
        run('undefined'),
        run('null'),
      ],
    },
    check: ({ actions }) => {
      expect(actions?.javascriptReturns).toMatchObject([
        { type: 'string', value: 'Plain' },
        { type: 'number', value: 42 },
        { type: 'object', value: { a: [1, null, true], b: { c: 'd' } } },
        { type: 'string', value: 'later' },
        { type: 'boolean', value: true },
        { type: 'undefined' },
        { type: 'object', value: null },
      ]);
    },
  },
  {
    it: 'takes screenshots between actions and at the end',
    path: '/forms/box',
    options: {
      actions: [{ type: 'screenshot' }, { type: 'screenshot', fullPage: true }, { type: 'screenshot', quality: 40 }],
      formats: ['screenshot'],
    },
    check: ({ actions, screenshot }) => {
      const [plain, whole, jpeg] = actions?.screenshots.map(readPicture) ?? [];
      expect(plain).toMatchObject({ type: 'png', width: 1280 });
      expect(whole).toMatchObject({ type: 'png', width: 1280 });
      expect(whole?.height).toBeGreaterThan(4000);
      expect(jpeg).toEqual({ ...plain, type: 'jpeg' });
      expect(readPicture(screenshot)).toEqual(plain);
    },
  },
  {
    it: 'takes a screenshot of a custom viewport and restores the viewport',
    only: 'v2',
    path: '/forms/box',
    options: {
      actions: [{ type: 'screenshot', viewport: { width: 500, height: 400 } }, run('[innerWidth, screen.width]')],
    },
    check: ({ actions }) => {
      expect(readPicture(actions?.screenshots[0])).toEqual({ type: 'png', width: 500, height: 400 });
      expect(actions?.javascriptReturns).toEqual([{ type: 'object', value: [1280, 1920] }]);
    },
  },
  {
    it: 'prints a PDF in the requested format',
    path: '/plain',
    options: { actions: [{ type: 'pdf' }, { type: 'pdf', format: 'A4', landscape: true, scale: 0.5 }] },
    check: ({ actions }) => {
      expect(actions?.pdfs.map(readPdfSize)).toEqual([
        { width: 612, height: 792 },
        { width: 842, height: expect.closeTo(595, -1) },
      ]);
    },
  },
  {
    it: 'reports number, type and selector of a failed action',
    path: '/plain',
    options: { timeout: 12_000, actions: [{ type: 'scrape' }, click('#nowhere')] },
    fails: { ...FAILED, error: /2\b.*click.*#nowhere/ },
  },
  {
    it: 'fails with the reason for a click on a hidden element',
    path: '/forms/login',
    options: { timeout: 12_000, actions: [click('#password')] },
    fails: { ...FAILED, error: /1\b.*click.*#password is hidden \(waited 3/ },
  },
  {
    it: 'fails with the error of a script',
    path: '/plain',
    options: { actions: [run('missing.thing()')] },
    fails: { ...FAILED, error: /1\b.*executeJavascript.*missing is not defined/ },
  },
  {
    it: 'fails for a key that does not exist',
    path: '/forms/keys',
    options: { actions: [press('Any')] },
    fails: { ...FAILED, error: /1\b.*press.*Any/ },
  },
  {
    it: 'ends actions at the deadline',
    path: '/plain',
    options: { timeout: 2500, actions: [run('new Promise(() => undefined)')] },
    fails: { status: 408, code: 'SCRAPE_TIMEOUT', error: /Scrape timed out/ },
  },
  {
    it: 'returns no action results without actions',
    path: '/plain',
    options: { actions: [] },
    check: (document) => expect(document).not.toHaveProperty('actions'),
  },
];

describeOptionCases('actions:', cases);
