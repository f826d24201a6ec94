import { extractDocument, formats } from '../test/extract-document';
import { many } from '../test/many';

const TOPICS =
  'Anchors Bilge Compass Deck Engines Fenders Galley Hulls Instruments Jibs Keels Lines Masts Navigation Oars Pumps Quarters Rudders Sails Tillers Upholstery Varnish Winches Yawls Zincs'.split(
    ' ',
  );
const topic = (index: number): string => `${TOPICS[index % TOPICS.length]}${index < TOPICS.length ? '' : ` ${index}`}`;
const link = (index: number, text = topic(index)): string => `<a href="/guide/${index}">${text}</a>`;
const items = (count: number): string => many(count, (index) => `<li>${link(index)}</li>`);

const HEADER = `<header class="site-header"><a href="/" class="logo">Boatyard</a>
<nav><ul><li><a href="/chrome/blog">Blog</a></li><li><a href="/chrome/shop">Shop</a></li><li><a href="/chrome/login">Log in</a></li></ul></nav></header>`;
const FOOTER = `<footer><ul><li><a href="/chrome/imprint">Imprint</a></li><li><a href="/chrome/privacy">Privacy</a></li></ul><p>© 2026 Boatyard</p></footer>`;

const page = (title: string, content: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title} | Boatyard</title></head><body>${HEADER}${content}${FOOTER}</body></html>`;

const PARAGRAPHS = [
  'This manual describes how to build, sail and repair a wooden boat. Each chapter can be read on its own, in any order that suits your project.',
  'Chapters start with the tools and the material that you need, continue with the work, and end with a list of common mistakes and how to correct them.',
  'All measurements are metric. Where a plan of the original designers uses feet and inches, the original values are given in brackets behind them.',
  'Corrections are welcome. Send them to the editors, who publish a new edition twice a year and thank every contributor by name in the preface.',
].map((text) => `<p>${text}</p>`);

/** Name and body of a page with an index of `size` entries. */
const SHAPES: readonly [string, (size: number) => string][] = [
  [
    'a sentence and a list',
    (size) => `<main><h1>Manual</h1><p>All chapters of the manual.</p><ul>${items(size)}</ul></main>`,
  ],
  ['four paragraphs and a list', (size) => `<main><h1>Manual</h1>${PARAGRAPHS.join('')}<ul>${items(size)}</ul></main>`],
  ['a list in an article', (size) => `<article><h1>Manual</h1>${PARAGRAPHS[0]}<ul>${items(size)}</ul></article>`],
  ['a page without landmarks', (size) => `<div id="page"><h1>Manual</h1>${PARAGRAPHS[0]}<ul>${items(size)}</ul></div>`],
  [
    'the front page of a blog',
    (size) =>
      `<main><h1>Blog</h1>${many(
        size,
        (index) =>
          `<article class="post"><h2>${link(index, `How we rebuilt the ${topic(index).toLowerCase()}`)}</h2><time>3 May 2026</time>
         <p>We took the old parts off in winter, found more damage than expected, and learned a few things about ${topic(index).toLowerCase()} on the way.</p></article>`,
      )}</main>`,
  ],
  [
    'a table of contents',
    (size) =>
      `<main><h1>Manual</h1><ol>${many(
        size,
        (part) =>
          `<li>${link(part * 10, `Part ${part + 1}: ${topic(part)}`)}<ol>${many(5, (at) => `<li>${link(part * 10 + at + 1, `${topic(part)}, chapter ${at + 1}`)}</li>`)}</ol></li>`,
      )}</ol></main>`,
  ],
  [
    'a sitemap page',
    (size) =>
      `<div class="content"><h1>Sitemap</h1>${many(
        5,
        (part) =>
          `<h2>${topic(part)}</h2><ul>${many(size, (at) => `<li>${link(part * size + at, `${topic(part)} ${at}`)}</li>`)}</ul>`,
      )}</div>`,
  ],
  [
    'search results',
    (size) =>
      `<main><h1>Results for “keel”</h1><p>25 results</p>${many(
        size,
        (index) =>
          `<div class="result"><h3>${link(index, `Keel and ${topic(index)}`)}</h3><p class="snippet">… the keel is laid before the ${topic(index).toLowerCase()} …</p></div>`,
      )}</main>`,
  ],
  [
    'an A to Z list',
    (size) =>
      `<main><h1>A–Z</h1>${many(25, (part) => `<h2>${topic(part)[0]}</h2><ul>${many(Math.ceil(size / 25), (at) => `<li>${link(part + 25 * at)}</li>`)}</ul>`)}</main>`,
  ],
  [
    'cards with one link each',
    (size) =>
      `<main><h1>Topics</h1><div class="grid">${many(
        size,
        (index) =>
          `<div class="card"><a href="/guide/${index}"><h3>${topic(index)}</h3><p>${index + 3} pages</p></a></div>`,
      )}</div></main>`,
  ],
  [
    'a table of links',
    (size) =>
      `<main><h1>Archive</h1><table><tr><th>Issue</th><th>Year</th></tr>${many(
        size,
        (index) => `<tr><td>${link(index, `Issue ${topic(index)}`)}</td><td>${2000 + index}</td></tr>`,
      )}</table></main>`,
  ],
  [
    'a list of definitions',
    (size) =>
      `<main><h1>Glossary</h1><dl>${many(size, (index) => `<dt>${link(index)}</dt><dd>See chapter ${index}.</dd>`)}</dl></main>`,
  ],
];
/** The model judges pages of 100 words and more only. */
const CASES = SHAPES.flatMap(([name, body]) =>
  [8, 120, 800].map((size): [string, string] => [`${name} (${size})`, body(size)]),
);

describe('index pages', () => {
  it.each(CASES)('keeps every link of %s and none of header and footer', async (_, body) => {
    const html = page('Manual', body);
    const { content } = await extractDocument(html, formats('markdown', 'html', 'links'));
    const expected = [
      ...new Set([...body.matchAll(/href="([^"]+)"/g)].map(([, path]) => `https://example.com${path}`)),
    ];
    expect(content.links).toEqual(expected);
    const inMarkdown = [...(content.markdown ?? '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, url]) => url);
    expect([...new Set(inMarkdown)]).toEqual(expected);
    expect(expected.filter((url) => !content.html?.includes(`href="${url}"`))).toEqual([]);
    expect(content.markdown).not.toMatch(/Imprint|Log in/);
    expect(content.markdown).toContain(`# ${/<h1>(.*?)<\/h1>/.exec(body)?.[1]}`);
  });
});
