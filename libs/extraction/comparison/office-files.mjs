/**
 * node office-files.mjs READERS
 *
 * Compares this library's readers of RTF and OpenDocument text with officeparser, by feature and on malicious files.
 * READERS is a folder made by `npm install --prefix READERS officeparser@8.1.1`. It is not a dependency, because it has
 * 135 MB and needs Node 22.13.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { zipSync } from 'fflate';
import { parseDocument } from 'htmlparser2';

const [, script, readers, one] = process.argv;
if (readers === undefined) throw new Error('say where officeparser is: node office-files.mjs READERS');

/** Time and memory above which a malicious file counts as harmful. */
const DEADLINE_MS = 15_000;
const HEAP_MIB = 512;

const rtf = (body) => Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1');
const NAMESPACES = [
  ['office', 'office:1.0'],
  ['text', 'text:1.0'],
  ['table', 'table:1.0'],
  ['style', 'style:1.0'],
  ['fo', 'xsl-fo-compatible:1.0'],
  ['draw', 'drawing:1.0'],
  ['svg', 'svg-compatible:1.0'],
].map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`);
const xml = (element, body) =>
  `<?xml version="1.0"?><office:${element} ${NAMESPACES.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink">${body}</office:${element}>`;
const zip = (files) =>
  Buffer.from(
    zipSync({
      mimetype: Buffer.from('application/vnd.oasis.opendocument.text'),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    }),
  );
const odt = (body, styles = '', doctype = '') =>
  zip({
    'content.xml': xml(
      'document-content',
      `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
    ).replace('?>', `?>${doctype}`),
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
  });
const p = (text) => `<text:p>${text}</text:p>`;
const cell = (text, attributes = '') => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`;

const sample = (name) => readFileSync(path.join(import.meta.dirname, '../test/office', name));

/** Expected texts, by element name. */
const holds = (name, text) => (page) => page.some((node) => node.name === name && node.text.trim() === text);
const says = (text) => (page) => page[0].text.replace(/\s+/g, ' ').includes(text);
const not = (check) => (page) => !check(page);
const both =
  (...checks) =>
  (page) =>
    checks.every((check) => check(page));
const either =
  (...checks) =>
  (page) =>
    checks.some((check) => check(page));
const links = (href, text) => (page) =>
  page.some((node) => node.name === 'a' && node.attributes.href === href && node.text.trim() === text);
const within = (outer, inner, text) => (page) =>
  page.some((node) => node.name === inner && node.text.trim() === text && node.path.includes(outer));
const strong = (text) => either(holds('strong', text), holds('b', text));

const FEATURES = [
  [
    'RTF',
    'heading by the name of its style',
    rtf('{\\stylesheet{\\s1\\b heading 1;}}\\pard\\s1 A\\par\\pard c\\par'),
    holds('h1', 'A'),
  ],
  [
    'RTF',
    'heading by its outline level',
    rtf('{\\stylesheet{\\s2\\outlinelevel1 Own;}}\\pard\\s2 B\\par\\pard c\\par'),
    holds('h2', 'B'),
  ],
  [
    'RTF',
    'bold and italic',
    rtf('a {\\b bold} {\\i it}\\par'),
    both(strong('bold'), either(holds('em', 'it'), holds('i', 'it'))),
  ],
  ['RTF', 'text in a code page', rtf("\\ansicpg1251\\'cf\\'f0\\'e8\\par"), says('При')],
  [
    'RTF',
    "text in a font's charset",
    rtf("{\\fonttbl{\\f1\\fcharset128 M;}}\\f1\\'93\\'fa\\'96\\'7b\\par"),
    says('日本'),
  ],
  [
    'RTF',
    'Unicode without its stand-in',
    rtf("\\uc2\\u8364 EU\\u-10179\\'3f?\\u-8704\\'3f?!\\par"),
    both(says('€😀!'), not(says('EU'))),
  ],
  ['RTF', 'hidden text left out', rtf('a{\\v secret}b\\par'), both(not(says('secret')), says('a'))],
  [
    'RTF',
    'headers and unknown groups left out',
    rtf('{\\*\\unknown secret}{\\header top}a\\par'),
    both(not(says('secret')), not(says('top'))),
  ],
  [
    'RTF',
    'links',
    rtf('{\\field{\\*\\fldinst{HYPERLINK "https://a.test/?x=1"}}{\\fldrslt{\\ul here}}}\\par'),
    links('https://a.test/?x=1', 'here'),
  ],
  [
    'RTF',
    'lists with their levels',
    rtf("{\\listtext\\'b7\\tab}\\ls1\\ilvl0 a\\par{\\listtext 1.\\tab}\\ls1\\ilvl1 b\\par\\pard c\\par"),
    both(within('ul', 'li', 'b'), not(within('li', 'p', 'c'))),
  ],
  [
    'RTF',
    'tables',
    rtf('\\trowd\\cellx100\\cellx200\\intbl a\\cell b\\cell\\row\\pard e\\par'),
    both(within('tr', 'td', 'a'), within('tr', 'td', 'b')),
  ],
  [
    'RTF',
    'footnotes apart from the sentence',
    rtf('a{\\super\\chftn{\\footnote\\pard{\\super\\chftn} note}} b\\par'),
    both(says('note'), not(says('anote')), not(says('a note b'))),
  ],
  ['RTF', 'pictures', rtf('{\\pict\\pngblip 89504e47}\\par'), (page) => page.some((node) => node.name === 'img')],
  [
    'RTF',
    'binary data is no text',
    rtf('a{\\pict\\jpegblip\\bin3 }\\{}b\\par'),
    both(says('a'), says('b'), not(says('}'))),
  ],
  [
    'RTF',
    'line breaks and tabs',
    rtf('a\\line b\\tab c\\par'),
    both((page) => page.some((node) => node.name === 'br'), not(says('abc'))),
  ],
  ['RTF', 'a file that ends in the middle', Buffer.from('{\\rtf1 a{\\b b'), both(says('a'), says('b'))],
  ['ODT', 'headings', odt('<text:h text:outline-level="2">A</text:h>'), holds('h2', 'A')],
  [
    'ODT',
    'bold by an automatic style',
    odt(
      p('a <text:span text:style-name="T1">bold</text:span>'),
      '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
    ),
    strong('bold'),
  ],
  ['ODT', 'links', odt(p('<text:a xlink:href="https://a.test/">here</text:a>')), links('https://a.test/', 'here')],
  [
    'ODT',
    'nested lists',
    odt(
      `<text:list><text:list-item>${p('a')}<text:list><text:list-item>${p('b')}</text:list-item></text:list></text:list-item></text:list>`,
    ),
    (page) =>
      page.some(
        (node) =>
          node.name === 'li' &&
          node.text.trim() === 'b' &&
          node.path.filter((name) => name === 'ul' || name === 'ol').length === 2,
      ),
  ],
  [
    'ODT',
    'numbered lists',
    odt(
      `<text:list text:style-name="L1"><text:list-item>${p('a')}</text:list-item></text:list>`,
      '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>',
    ),
    within('ol', 'li', 'a'),
  ],
  [
    'ODT',
    'tables with header rows',
    odt(
      `<table:table><table:table-header-rows><table:table-row>${cell('h')}</table:table-row></table:table-header-rows><table:table-row>${cell('a')}</table:table-row></table:table>`,
    ),
    both(either(holds('th', 'h'), strong('h')), within('tr', 'td', 'a')),
  ],
  [
    'ODT',
    'cells that span',
    odt(
      `<table:table><table:table-row>${cell('a', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table>`,
    ),
    (page) => page.some((node) => node.name === 'td' && node.attributes.colspan === '2'),
  ],
  [
    'ODT',
    'footnotes apart from the sentence',
    odt(
      '<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note> b</text:p>',
    ),
    both(says('note'), not(says('a1note')), not(says('anote'))),
  ],
  [
    'ODT',
    'deleted text left out',
    odt(
      `<text:tracked-changes><text:changed-region><text:deletion>${p('gone')}</text:deletion></text:changed-region></text:tracked-changes>${p('a')}`,
    ),
    both(says('a'), not(says('gone'))),
  ],
  [
    'ODT',
    'comments left out',
    odt(`<text:p>a<office:annotation>${p('remark')}</office:annotation></text:p>`),
    both(says('a'), not(says('remark'))),
  ],
  [
    'ODT',
    'spaces, tabs and breaks',
    odt('<text:p>a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d</text:p>'),
    both(not(says('ab')), not(says('bc')), not(says('cd'))),
  ],
  [
    'ODT',
    'a text box',
    odt(`<text:p>a<draw:frame><draw:text-box>${p('boxed')}</draw:text-box></draw:frame></text:p>`),
    says('boxed'),
  ],
  [
    'ODT',
    'listings as code',
    odt(
      '<text:p text:style-name="Preformatted_20_Text">x = 1</text:p><text:p text:style-name="Preformatted_20_Text">y</text:p>',
    ),
    (page) => page.some((node) => node.name === 'pre' && node.text.includes('x = 1') && node.text.includes('y')),
  ],
  ...['rich.rtf', 'rich.odt'].flatMap((name) => {
    const [format, file] = [name.slice(-3).toUpperCase(), sample(name)];
    return [
      [format, 'a whole file: bulleted lists are not numbered', file, within('ul', 'li', 'two')],
      [
        format,
        'a whole file: a list ends where the next begins',
        file,
        (page) => page.some((node) => node.name === 'ol' && /^\s*three\s+four\s*$/.test(node.text)),
      ],
      [format, 'a whole file: raised and lowered signs', file, both(holds('sup', '2'), holds('sub', '2'))],
      [
        format,
        'a whole file: nested tables',
        file,
        (page) =>
          page.some(
            (node) =>
              node.name === 'td' &&
              node.text.trim() === 'inner' &&
              node.path.filter((element) => element === 'table').length === 2,
          ),
      ],
    ];
  }),
  ['ODT', 'a whole file: quotes', sample('rich.odt'), (page) => page.some((node) => node.name === 'blockquote')],
  [
    'ODT',
    "slides: the speaker's notes left out",
    sample('deck.odp'),
    both(says('first point'), not(says('SPEAKER NOTES'))),
  ],
];

const HOSTILE = [
  ['RTF', 'a million open groups', () => Buffer.from(`{\\rtf1 ${'{'.repeat(1_000_000)}`)],
  ['RTF', '150,000 unending style names', () => rtf(`{\\stylesheet ${'a\\b\\fldrslt '.repeat(150_000)}}`)],
  ['RTF', 'a binary of 2 GB that is not there', () => rtf('\\bin2147483647 x')],
  ['RTF', '8 MB of one word', () => rtf('a'.repeat(8_000_000))],
  [
    'ODT',
    'entities that grow by tens',
    () =>
      odt(
        p('&e7;'),
        '',
        `<!DOCTYPE d [<!ENTITY e0 "${'x'.repeat(100)}">${Array.from({ length: 7 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')}]>`,
      ),
  ],
  [
    'ODT',
    '100,000 nested lists',
    () => odt(`${'<text:list><text:list-item>'.repeat(100_000)}a${'</text:list-item></text:list>'.repeat(100_000)}`),
  ],
  ['ODT', 'half a GB of spaces in 0.5 MB', () => odt(' '.repeat(500_000_000))],
  ['ODT', 'a space a billion times', () => odt(p('<text:s text:c="1000000000"/>'))],
  [
    'ODT',
    'a row repeated a million times',
    () =>
      odt(
        `<table:table><table:table-row table:number-rows-repeated="1000000">${cell('a', 'table:number-columns-repeated="1000"')}</table:table-row></table:table>`,
      ),
  ],
];

const READERS = {
  async ours() {
    const { extractPage } = createRequire(import.meta.url)('../dist/extract-page.js');
    const { gunzipSync } = await import('node:zlib');
    const spec = {
      formats: [{ type: 'rawHtml' }],
      onlyMainContent: false,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: false,
      pdf: { parse: true },
    };
    return async (body) => {
      const url = 'http://files.test/file';
      const capture = {
        url,
        sourceUrl: url,
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(body),
        engine: 'http',
        proxyUsed: 'basic',
      };
      const extraction = await extractPage(capture, spec, {
        wantsDocument: true,
        wantsOutlinks: false,
        detectShell: false,
      });
      if (extraction.kind !== 'document') throw new Error(extraction.failure?.message ?? extraction.kind);
      return JSON.parse(gunzipSync(extraction.content)).rawHtml;
    };
  },
  async officeparser() {
    const { parseOffice } = createRequire(path.join(path.resolve(readers), 'node_modules/'))('officeparser');
    return async (body) => {
      const ast = await parseOffice(body, { extractAttachments: true });
      return (await ast.to('html')).value;
    };
  },
};

if (one === undefined) await compare();
else await readOne(JSON.parse(one));

async function compare() {
  const features = {};
  for (const name of Object.keys(READERS)) {
    const read = await READERS[name]();
    for (const [format, feature, file, check] of FEATURES) {
      const html = await read(file).catch((error) => `failed: ${error.message}`);
      features[`${format}: ${feature}`] = {
        ...features[`${format}: ${feature}`],
        [name]: check(nodesOf(html)) ? 'yes' : 'no',
      };
    }
  }
  console.table(features);
  for (const format of ['RTF', 'ODT']) {
    const rows = Object.entries(features).filter(([name]) => name.startsWith(format));
    const kept = (reader) => rows.filter(([, row]) => row[reader] === 'yes').length;
    console.log(
      `${format}: ${Object.keys(READERS)
        .map((name) => `${name} ${kept(name)} of ${rows.length}`)
        .join(', ')}`,
    );
  }
  const hostile = {};
  for (const [at, [format, what]] of HOSTILE.entries()) {
    for (const name of Object.keys(READERS)) {
      const { status, stdout, signal } = spawnSync(
        process.execPath,
        [`--max-old-space-size=${HEAP_MIB}`, script, readers, JSON.stringify({ name, at })],
        { encoding: 'utf8', timeout: DEADLINE_MS, maxBuffer: 1 << 26 },
      );
      const end =
        status === 0
          ? stdout.trim()
          : signal === 'SIGTERM'
            ? `still at it after ${DEADLINE_MS / 1000} s`
            : 'process ended';
      hostile[`${format}: ${what}`] = { ...hostile[`${format}: ${what}`], [name]: end };
    }
  }
  console.table(hostile);
}

/** In a separate process, which the file may crash. */
async function readOne({ name, at }) {
  const read = await READERS[name]();
  const file = HOSTILE[at][2]();
  const before = { ms: performance.now(), rss: process.memoryUsage().rss };
  const end = await read(file).then(
    () => 'read',
    () => 'refused',
  );
  const mib = Math.max(0, process.resourceUsage().maxRSS / 1024 - before.rss / 1024 ** 2);
  console.log(`${end} in ${((performance.now() - before.ms) / 1000).toFixed(1)} s, ${mib.toFixed(0)} MiB more`);
}

/** All elements, the page first: `{ name, attributes, text, path }`. */
function nodesOf(html) {
  const nodes = [];
  const visit = (node, pathTo) => {
    const own = { name: node.name ?? 'page', attributes: node.attribs ?? {}, text: '', path: pathTo };
    nodes.push(own);
    for (const child of node.children ?? []) {
      if (child.type === 'text') own.text += child.data;
      else if (child.name !== undefined && !['style', 'script', 'head', 'title'].includes(child.name))
        own.text += visit(child, [...pathTo, own.name]);
      else if (child.name === undefined) continue;
    }
    return ['p', 'li', 'td', 'th', 'tr', 'div', 'br', 'h1', 'h2', 'sup'].includes(own.name)
      ? ` ${own.text} `
      : own.text;
  };
  visit(parseDocument(html), []);
  return nodes;
}
