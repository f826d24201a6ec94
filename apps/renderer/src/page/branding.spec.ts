import { gunzipSync } from 'node:zlib';
import { PageDocument } from '@orbweaver/contracts';
import type { Branding, DocumentContent } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import { type PageServer, startPageServer } from '../../test/page-server';
import { renderMessage } from '../../test/render-message';
import { startRenderer } from '../../test/renderer-harness';

// The extraction threads run the built worker of libs/extraction.
jest.setTimeout(60_000);

let site: PageServer;
let renderer: ReturnType<typeof startRenderer>;
beforeAll(async () => {
  site = await startPageServer();
  renderer = startRenderer();
});
afterAll(async () => {
  await renderer.stop();
  await site.close();
});

async function brand(url: string): Promise<DocumentContent> {
  renderer.published.length = 0;
  const spec = scrapeSpec({ formats: [{ type: 'branding' }] });
  await renderer.renderer.intake.take(renderMessage(url, { spec }));
  await renderer.renderer.intake.whenEmpty();
  const { content } = PageDocument.parse(renderer.published[0]!.message);
  return JSON.parse(gunzipSync(content!).toString()) as DocumentContent;
}

const PROSE = 'Words that a reader would read on such a page, one after the other. '.repeat(6);
const SVG_LOGO =
  '<svg width="120" height="32" viewBox="0 0 120 32"><rect width="120" height="32" fill="#6d28d9"/></svg>';

const LIGHT = `<!doctype html><html><head><title>Lumen</title><meta property="og:site_name" content="Lumen">
<meta property="og:image" content="/share.png"><link rel="icon" href="/icon.svg"><style>
:root { --color-primary: #2563eb; --color-secondary: #0f172a; --color-accent: hsl(38 92% 50%); --success: #16a34a;
  --warning: #d97706; --danger: #dc2626 }
body { margin: 0; font: 16px/1.5 Inter, system-ui, sans-serif; color: #111827; background: #fff }
header { display: flex; height: 64px; padding: 0 24px; align-items: center; background: #fff }
main { max-width: 1120px; margin: 0 auto; padding: 48px 24px }
h1 { font: 700 48px/1.1 "Playfair Display", serif; margin: 0 0 24px }
h2 { font: 600 32px/1.2 "Playfair Display", serif; margin: 0 0 16px }
p { margin: 0 0 16px } small { font-size: 13px; color: #6b7280 } .muted { color: #6b7280 }
main a { color: #2563eb }
.btn { display: inline-block; padding: 12px 24px; border-radius: 8px; background: var(--color-primary); color: #fff;
  border: 0; font-size: 16px; transition: background-color 150ms ease-in-out; box-shadow: 0 1px 2px rgba(0, 0, 0, .2) }
.btn.second { background: #fff; color: #111827; border: 1px solid #d1d5db }
input { padding: 8px 16px; border: 1px solid #d1d5db; border-radius: 8px; background: #fff; color: #111827 }
input:focus { border-color: #2563eb; outline: none }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px } .card { padding: 24px; border-radius: 8px }
footer { padding: 48px 24px; height: 120px; background: #0f172a; color: #fff }
</style></head><body>
<header><a href="/"><img class="logo" src="/logo.png" alt="Lumen" width="120" height="32"></a></header>
<main><h1>Light for every room</h1><p>${PROSE}<a href="/more">Read what we think about light</a></p>
<h2>Why</h2><p>${PROSE}</p><p class="muted">${PROSE.slice(0, 200)}</p>
<a class="btn" href="/buy">Buy a lamp</a> <button class="btn second">Compare</button>
<form><input type="email" placeholder="you@example.com"></form>
<div class="cards"><div class="card">${PROSE}</div><div class="card">${PROSE}</div><div class="card">${PROSE}</div></div>
<small>Terms apply to every lamp.</small></main><footer>Lumen Ltd</footer></body></html>`;

const DARK = `<!doctype html><html><head><title>Nox</title><style>
body { margin: 0; background: oklch(0.2 0.02 260); color: #e5e7eb; font-family: "IBM Plex Mono", monospace; font-size: 15px }
nav { padding: 20px } h1 { font-size: 40px } a { color: #22d3ee }
button { background: #22d3ee; color: #000; border: 0; border-radius: 999px; padding: 10px 20px }
</style></head><body><nav><a href="/" aria-label="Nox">${SVG_LOGO}</a></nav>
<h1>Night</h1><p>${PROSE}</p><p><a href="/x">A link of some length in the night</a></p><button>Sleep</button></body></html>`;

const UTILITIES = `<!doctype html><html><head><title>Util</title><style>
.bg-emerald-600 { background-color: rgb(5 150 105) } .text-white { color: #fff } .px-6 { padding: 0 24px } .py-3 { padding-top: 12px; padding-bottom: 12px }
.rounded-none { border-radius: 0 } .font-sans { font-family: Roboto, sans-serif } .text-slate { color: #334155 } .inline-block { display: inline-block }
</style></head><body class="font-sans text-slate"><h1>Utilities</h1><p>${PROSE}</p>
<a href="/start" class="inline-block bg-emerald-600 text-white px-6 py-3 rounded-none">Get started</a></body></html>`;

const PLAIN = `<!doctype html><title>Plain</title><h1>Plain</h1><p>${PROSE}</p>`;

const HOSTILE = `<!doctype html><html><head><title>Hostile</title><style>body { color: #123456; background: #fefefe }</style></head>
<body><img name="styleSheets" src="/x.png"><p>${PROSE}</p><script>
window.getComputedStyle = () => new Proxy({}, { get: () => '"; alert(1)//'.repeat(1e5) });
Array.prototype.map = () => 'x'; Map.prototype.get = () => NaN; Object.entries = () => { throw 1 };
document.createTreeWalker = () => { for (;;) {} };
</script></body></html>`;

type Expected = Partial<Record<keyof Branding, unknown>>;

const designs: [string, string, Expected][] = [
  [
    'a light page with names for its colors',
    LIGHT,
    {
      colorScheme: 'light',
      brandName: 'Lumen',
      logo: expect.stringMatching(/\/logo\.png$/),
      fonts: [
        { family: 'Inter', role: 'body' },
        { family: 'Playfair Display', role: 'heading' },
      ],
      colors: {
        primary: '#2563eb',
        secondary: '#0f172a',
        accent: '#f59f0a',
        background: '#ffffff',
        textPrimary: '#111827',
        textSecondary: '#6b7280',
        link: '#2563eb',
        success: '#16a34a',
        warning: '#d97706',
        error: '#dc2626',
      },
      typography: {
        fontFamilies: { primary: 'Inter', heading: 'Playfair Display' },
        fontStacks: {
          primary: ['Inter', 'system-ui', 'sans-serif'],
          heading: ['Playfair Display', 'serif'],
          body: ['Inter', 'system-ui', 'sans-serif'],
          paragraph: ['Inter', 'system-ui', 'sans-serif'],
        },
        fontSizes: { h1: '48px', h2: '32px', body: '16px', small: '13px' },
        lineHeights: { heading: 1.1, body: 1.5 },
        fontWeights: { regular: 400, bold: 700 },
      },
      spacing: { baseUnit: 8, padding: '24px', margins: '16px', gridGutter: '24px', borderRadius: '8px' },
      components: {
        buttonPrimary: expect.objectContaining({ background: '#2563eb', textColor: '#ffffff', borderRadius: '8px' }),
        buttonSecondary: expect.objectContaining({ background: '#ffffff', borderColor: '#d1d5db' }),
        input: expect.objectContaining({ borderColor: '#d1d5db', borderRadius: '8px', focusBorderColor: '#2563eb' }),
      },
      images: {
        logo: expect.stringMatching(/\/logo\.png$/),
        logoHref: expect.stringMatching(/\/$/),
        logoAlt: 'Lumen',
        favicon: expect.stringMatching(/\/icon\.svg$/),
        ogImage: expect.stringMatching(/\/share\.png$/),
      },
      animations: { transitionDuration: '0.15s', easing: 'ease-in-out' },
      layout: { grid: { columns: 3, maxWidth: '1120px' }, headerHeight: '64px', footerHeight: expect.any(String) },
    },
  ],
  [
    'a dark page with a logo that is drawn in it',
    DARK,
    {
      colorScheme: 'dark',
      logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      colors: expect.objectContaining({ primary: '#22d3ee', link: '#22d3ee', textPrimary: '#e5e7eb' }),
      fonts: [{ family: 'IBM Plex Mono', role: expect.stringContaining('body') }],
      components: {
        buttonPrimary: expect.objectContaining({ background: '#22d3ee', textColor: '#000000', borderRadius: '999px' }),
      },
    },
  ],
  [
    'a page of utility classes',
    UTILITIES,
    {
      colorScheme: 'light',
      logo: null,
      colors: expect.objectContaining({ primary: '#059669', textPrimary: '#334155' }),
      components: { buttonPrimary: expect.objectContaining({ background: '#059669', borderRadius: '0px' }) },
    },
  ],
  [
    'a page without any design',
    PLAIN,
    {
      colorScheme: 'light',
      logo: null,
      colors: { background: '#ffffff', textPrimary: '#000000' },
      components: {},
    },
  ],
];

describe('branding', () => {
  it.each(designs)('of %s', async (name, html, expected) => {
    const path = `/${name.replaceAll(' ', '-')}`;
    site.serve('/logo.png', (_, response) => response.writeHead(404).end());
    const content = await brand(site.serve(path, html));
    expect(Object.keys(content)).toEqual(['branding']);
    for (const [key, value] of Object.entries(expected)) {
      expect({ [key]: content.branding?.[key as keyof Branding] }).toEqual({ [key]: value });
    }
  });

  it('of a page that lies to its own scripts tells what it shows, or that it cannot be told', async () => {
    const { branding, warning } = await brand(site.serve('/hostile', HOSTILE));
    if (branding === undefined) expect(warning).toContain('there is no branding');
    else expect(branding.colors).toMatchObject({ background: '#fefefe', textPrimary: '#123456' });
    expect(JSON.stringify({ branding, warning })).not.toContain('alert(1)');
  });

  it('of a file is none, and says so', async () => {
    const headers = { 'content-type': 'text/plain', 'content-disposition': 'attachment' };
    const url = site.serve('/file.txt', (_, response) => response.writeHead(200, headers).end('Words of a file'));
    const { branding, warning } = await brand(url);
    expect(branding).toBeUndefined();
    expect(warning).toContain('there is no branding');
  });
});
