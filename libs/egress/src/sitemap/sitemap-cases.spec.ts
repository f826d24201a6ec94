import { parseSitemap } from './parse-sitemap';

async function parse(text: string, pieceLength = text.length || 1) {
  const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, n) =>
    text.slice(n * pieceLength, (n + 1) * pieceLength),
  );
  const parser = parseSitemap(pieces);
  const read = { pages: [] as string[], sitemaps: [] as string[], problem: undefined as string | undefined };
  for (;;) {
    const next = await parser.next();
    if (next.done) return { ...read, problem: next.value?.problem };
    read.pages.push(...next.value.pages);
    read.sitemaps.push(...next.value.sitemaps);
  }
}

const A = 'https://a.example/a';
const B = 'https://a.example/b?x=1&y=2';
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const files: [what: string, text: string, kind?: 'pages' | 'sitemaps'][] = [
  [
    'a urlset with everything',
    `<?xml version="1.0" encoding="UTF-8"?>
    <!-- made by hand --><urlset ${NS} xmlns:xhtml="http://www.w3.org/1999/xhtml">
      <url><loc>${A}</loc><lastmod>2024-01-01</lastmod><changefreq>daily</changefreq><priority>0.8</priority>
        <xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/></url>
      <url><priority>0.1</priority><loc>\n\t${B.replace('&', '&amp;')}\n</loc></url></urlset>`,
  ],
  [
    'numeric entities',
    `<urlset><url><loc>${A.replace('a.e', '&#97;.e')}</loc></url><url><loc>${B.replace('&', '&#x26;')}</loc></url></urlset>`,
  ],
  [
    'a wrong namespace',
    `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84"><url><loc>${A}</loc></url><url><loc>${B}</loc></url></urlset>`,
  ],
  ['tags in capitals', `<URLSET><URL><LOC>${A}</LOC></URL><URL><LOC>${B}</LOC></URL></URLSET>`],
  [
    'a default and a prefixed namespace',
    `<sm:urlset xmlns:sm="x" xmlns:image="y"><sm:url><sm:loc>${A}</sm:loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></sm:url><sm:url><sm:loc>${B}</sm:loc></sm:url></sm:urlset>`,
  ],
  ['CDATA', `<urlset><url><loc><![CDATA[${A}]]></loc></url><url><loc> <![CDATA[${B}]]> </loc></url></urlset>`],
  [
    'locations in parts of CDATA and text',
    `<urlset><url><loc>https://<![CDATA[a.example]]>/a</loc></url><url><loc>${B}</loc></url></urlset>`,
  ],
  ['comments in locations', `<urlset><url><loc>${A}<!-- not /b --></loc></url><url><loc>${B}</loc></url></urlset>`],
  [
    'videos and news',
    `<urlset xmlns:video="v" xmlns:news="n"><url><loc>${A}</loc><video:video><video:player_loc>https://a.example/v</video:player_loc></video:video></url><url><loc>${B}</loc><news:news><news:title>x</news:title></news:news></url></urlset>`,
  ],
  [
    'empty entries',
    `<urlset><url/><url><loc/></url><url><loc></loc></url><url><loc>${A}</loc></url><url><loc>  </loc></url><url><loc>${B}</loc></url></urlset>`,
  ],
  [
    'names of HTML for entities',
    `<urlset><url><loc>${A}</loc><lastmod>&nbsp;&eacute;</lastmod></url><url><loc>${B}</loc></url></urlset>`,
  ],
  [
    'a warning before the declaration',
    `Warning: mysql in /var/www on line 3\n<?xml version="1.0"?><urlset><url><loc>${A}</loc></url><url><loc>${B}</loc></url></urlset>`,
  ],
  [
    'an index',
    `<sitemapindex ${NS}><sitemap><loc>${A}</loc><lastmod>2024</lastmod></sitemap><sitemap><loc>${B}</loc></sitemap></sitemapindex>`,
    'sitemaps',
  ],
  [
    'RSS 2.0',
    `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>t</title>
    <link>https://a.example/</link><atom:link href="https://a.example/feed" rel="self"/>
    <item><title>1</title><source url="https://b.example/">b</source><link>${A}</link><guid>https://a.example/guid</guid><comments>https://a.example/c</comments></item>
    <item><title>2</title><link><![CDATA[${B}]]></link></item></channel></rss>`,
  ],
  [
    'RSS 2.0 with identities only',
    `<rss><channel><item><guid>${A}</guid></item><item><guid isPermaLink="false">https://a.example/no</guid></item><item><guid isPermaLink="true">${B}</guid></item></channel></rss>`,
  ],
  [
    'RSS 1.0',
    `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><link>https://a.example/</link></channel>
    <item rdf:about="${A}"><link>${A}</link></item><item><link>${B}</link></item><textinput><link>https://a.example/search</link></textinput></rdf:RDF>`,
  ],
  [
    'Atom',
    `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><link rel="self" href="https://a.example/feed"/>
    <entry><id>urn:1</id><source><link href="https://b.example/"/></source><link href="${A}"/><link rel="enclosure" href="https://a.example/a.mp3"/></entry>
    <entry><link rel="edit" href="https://a.example/edit"/><link rel="alternate" type="text/html" href="${B.replace('&', '&amp;')}"/></entry></feed>`,
  ],
  ['a list of lines', `# a comment\r\n${A}\r\n\r\nwww.a.example\n${B}`],
  ['a list with old line ends', `\uFEFF${A}\r  ${B}  \r`],
];

it.each(files)('reads %s split at any position', async (_, text, kind = 'pages') => {
  for (const pieceLength of [undefined, 1000, 7, 1]) {
    const read = await parse(text, pieceLength);
    expect(read[kind]).toEqual([A, B]);
    expect(read[kind === 'pages' ? 'sitemaps' : 'pages']).toEqual([]);
    expect(read.problem).toBeUndefined();
  }
});

it.each<[what: string, text: string, pages: string[], problem: RegExp]>([
  [
    'entities in a subset of the document',
    `<!DOCTYPE urlset [<!ELEMENT url ANY><!ENTITY % x SYSTEM "file:///etc/passwd">%x;]><urlset><url><loc>${A}</loc></url></urlset>`,
    [],
    /entity/,
  ],
  [
    'a billion laughs',
    `<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><urlset><url><loc>${A}&b;</loc></url></urlset>`,
    [],
    /entity/,
  ],
  ['an early end within a location', `<urlset><url><loc>${A}</loc></url><url><loc>https://a.example/b`, [A], /broken/],
  ['no end at all', `<urlset><url><loc>${A}</loc></url><url><loc>${B}</loc></url>`, [A, B], /broken/],
  [
    'two roots',
    `<urlset><url><loc>${A}</loc></url></urlset><urlset><url><loc>${B}</loc></url></urlset>`,
    [A, B],
    /broken/,
  ],
  [
    'characters that XML does not have',
    `<urlset><url><loc>${A}</loc><lastmod>\u0001</lastmod></url><url><loc>${B}</loc></url></urlset>`,
    [A, B],
    /broken/,
  ],
  [
    'attributes without quotes',
    `<urlset><url a=b><loc>${A}</loc></url><url><loc>${B}</loc></url></urlset>`,
    [A, B],
    /broken/,
  ],
  [
    'an HTML page in XML',
    `<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "y"><html><body><a href="${A}">a</a></body></html>`,
    [],
    /HTML/,
  ],
])('reads the valid part of %s', async (_, text, pages, problem) => {
  for (const pieceLength of [undefined, 5]) {
    const read = await parse(text, pieceLength);
    expect(read.pages).toEqual(pages);
    expect(read.problem).toMatch(problem);
  }
});
