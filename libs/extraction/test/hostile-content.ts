import { many } from './many';

const words = (count: number): string => many(count, (index) => `w${index % 977} `);
const article = `<article><h1>t</h1>${many(40, () => `<p>${words(40)}</p>`)}</article>`;

/** Malicious pages for the main content rules; as HOSTILE_PAGES. */
export const HOSTILE_CONTENT: [name: string, make: () => string, mostMarkdown: number][] = [
  [
    'an attribute of 1 MB on every container',
    () => `${'<div>'.repeat(20)}<div class="${'x'.repeat(1_000_000)}" id="${'y'.repeat(1_000_000)}">${article}`,
    20_000,
  ],
  [
    '50,000 class names on one element',
    () => `<div class="${many(50_000, (index) => `c${index} nav-item${index} `)}">${article}</div>${article}`,
    40_000,
  ],
  [
    '500 class names on each of 2,000 elements',
    () => many(2_000, (index) => `<div class="${many(500, (name) => `a${index}-${name} `)}">x ${index}</div>`),
    100_000,
  ],
  ['200,000 siblings', () => `<main>${'<p>one two three</p>'.repeat(200_000)}`, 4_000_000],
  ['100,000 tiny blocks of text', () => `${many(100_000, (index) => `<div>${index % 10}</div>`)}${article}`, 400_000],
  [
    '19,000 blocks that are all alike',
    () => `${'<div class="card item"><h3><a href=/x>t u v</a></h3><p>w x y z</p></div>'.repeat(9_500)}`,
    1_000_000,
  ],
  [
    '19,000 blocks that are all different',
    () =>
      many(
        19_000,
        (index) => `<div class="k${index} l${index % 7}"><p>w${index} x${index * 7} ${words(index % 9)}</p></div>`,
      ),
    2_000_000,
  ],
  ['500 lists in each other, each with text', () => many(500, (index) => `<ul><li>${words(20)} ${index}`), 1_500_000],
  [
    '500 tables in each other, each with text',
    () => many(500, (index) => `<table><tr><td>${words(20)} ${index}<td>b`),
    400_000,
  ],
  [
    '500 quotes in each other, each with text',
    () => many(500, (index) => `<blockquote>${words(20)} ${index}`),
    400_000,
  ],
  [
    '500 sections in each other, each with headings',
    () => many(500, (index) => `<section class="s${index}"><h2>h ${index}</h2><p>${words(20)}</p>`),
    400_000,
  ],
  ['a word of 1 MB', () => `${article}<p>${'a'.repeat(1_000_000)}</p>`, 1_020_000],
  ['a text of 1 MB without letters', () => `${article}<p>${'. '.repeat(500_000)}</p>`, 1_020_000],
  [
    '100,000 links in one paragraph',
    () => `${article}<p>${many(100_000, (index) => `<a href=/${index}>l</a> `)}`,
    5_000_000,
  ],
  [
    '100,000 images',
    () => `${article}${many(100_000, (index) => `<img src=/${index}.png alt="i ${index}">`)}`,
    8_000_000,
  ],
  ['100,000 scripts', () => `${'<script>x</script>'.repeat(100_000)}${article}`, 20_000],
  [
    '100,000 scripts of JSON-LD',
    () =>
      `${many(100_000, (index) => `<script type="application/ld+json">{"@type":"Article","articleBody":"${index}"}</script>`)}${article}`,
    20_000,
  ],
  [
    'JSON-LD that is 10,000 deep, around nothing to see',
    () =>
      `<title>t</title><script type="application/ld+json">${'{"a":['.repeat(10_000)}"x"${']}'.repeat(10_000)}</script><p>x`,
    1_000,
  ],
  [
    'JSON-LD that is 100,000 deep and never ends',
    () => `<script type="application/ld+json">${'['.repeat(100_000)}</script>`,
    10,
  ],
  [
    'JSON-LD of 5 MB',
    () =>
      `<script type="application/ld+json">{"@graph":[${many(50_000, (index) => `{"@type":"Article","headline":"h${index}","articleBody":"<p>b ${index}</p>&lt;i&gt;"},`)}{}]}</script><p>x`,
    400_000,
  ],
  [
    '10,000 headings',
    () => many(10_000, (index) => `<h${1 + (index % 6)}>heading ${index}</h${1 + (index % 6)}><p>x</p>`),
    500_000,
  ],
  [
    '10,000 heads of sections in each other',
    () => `${'<section><header><h2>x y</h2></header>'.repeat(10_000)}${article}`,
    300_000,
  ],
  [
    'a title of 1 MB of the words of the page',
    () => `<title>${words(200_000)}</title><meta name=description content="${words(200_000)}">${article}`,
    20_000,
  ],
  ['20,000 paragraphs of the same 100 words', () => `<p>${words(100)}</p>`.repeat(19_000), 12_000_000],
  [
    '20,000 rows of a thread',
    () =>
      many(
        9_000,
        (index) =>
          `<li class="comment depth-${index % 5}"><div class=author>a${index}</div><time>2024-01-${index % 28}</time><p>${words(12)}</p></li>`,
      ),
    3_000_000,
  ],
  ['text in 500 levels of boilerplate', () => `${'<nav class="menu sidebar footer">'.repeat(500)}${article}`, 20_000],
  ['noscript elements in noscript elements', () => `${'<noscript><p>x y z'.repeat(20_000)}`, 200_000],
];
