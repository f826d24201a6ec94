/**
 * Typst documents in the layouts of journals, newsletters and reports, with the texts of their flow in reading order.
 * Headers, footnotes and floats are not part of the flow.
 */

/** Unique words, so that a text can be found in any place. */
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const FONTS = { serif: 'New Computer Modern', print: 'Libertinus Serif', mono: 'DejaVu Sans Mono' };

/** Deterministic random numbers. */
function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

class Writer {
  flow = [];
  parts = [];
  constructor(seed) {
    this.roll = dice(seed);
  }

  words(count) {
    return Array.from({ length: count }, () =>
      Array.from({ length: 1 + this.roll(4) }, () => SYLLABLES[this.roll(SYLLABLES.length)]).join(''),
    ).join(' ');
  }

  sentence(count) {
    const text = this.words(count);
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  prose(count) {
    const sentences = [];
    for (let left = count; left > 0; left -= 14) sentences.push(this.sentence(8 + this.roll(12)));
    return sentences.join(' ');
  }

  add(kind, text, source = text) {
    this.flow.push({ kind, text });
    this.parts.push(source);
    return this;
  }

  title(text = this.sentence(7).slice(0, -1)) {
    const by = this.words(6);
    this.flow.push({ kind: 'title', text });
    this.parts.push(
      `#place(top + center, scope: "parent", float: true)[#text(19pt, weight: "bold")[${text}] #v(4pt) ${by} #v(10pt)]`,
    );
    return this;
  }

  heading(level = 1) {
    const text = this.sentence(3 + this.roll(3)).slice(0, -1);
    return this.add('heading', text, `${'='.repeat(level)} ${text}`);
  }

  paragraph(count = 50 + this.roll(90), { note = false } = {}) {
    const text = this.prose(count);
    const [first, ...others] = text.split('. ');
    const source = note ? `${first}.#footnote[${this.prose(16)}] ${others.join('. ')}` : text;
    return this.add('paragraph', text, source);
  }

  list(count = 4) {
    const items = Array.from({ length: count }, () => this.sentence(6 + this.roll(14)));
    for (const text of items) this.flow.push({ kind: 'item', text });
    this.parts.push(items.map((text) => `- ${text}`).join('\n'));
    return this;
  }

  table({ rows = 5, columns = 3, float = false } = {}) {
    const cells = Array.from({ length: rows * columns }, (_, at) =>
      at % columns === 0 ? this.words(1) : `${this.roll(9000)}`,
    );
    const source = `#figure(${float ? 'placement: top, scope: "parent",' : ''} table(columns: ${float ? `(1fr,) * ${columns}` : columns}, ${cells.map((cell) => `[${cell}]`).join(', ')}), caption: [${this.words(6)}])`;
    if (float) this.parts.push(source);
    else this.add('table', cells.slice(0, columns).join(' '), source);
    return this;
  }

  raw(source) {
    this.parts.push(source);
    return this;
  }
}

const PAGE = 'paper: "a4", numbering: "1"';
const header = (text) =>
  `, header: context if counter(page).get().first() > 1 [${text} #h(1fr) #counter(page).display()]`;

function article(seed, { columns, gutter = '14pt', justify = true, font = FONTS.serif, size = 10, margin = '2cm' }) {
  const writer = new Writer(seed);
  writer.raw(
    `#set page(${PAGE}, columns: ${columns}, margin: ${margin} ${header('Annals of Order, Volume 7')})\n#set columns(gutter: ${gutter})\n#set text(font: "${font}", size: ${size}pt)\n#set par(justify: ${justify})\n#show heading: set block(above: 1.2em, below: 0.7em)`,
  );
  return writer;
}

function sections(writer, count, each) {
  for (let at = 0; at < count; at++) {
    writer.heading(1);
    each(writer, at);
  }
  return writer;
}

/** Name to `{ source, flow }`. */
export const DOCUMENTS = Object.entries({
  'a paper in two columns, with footnotes': () =>
    sections(article(1, { columns: 2 }).title(), 5, (w) =>
      w.paragraph(undefined, { note: true }).paragraph().heading(2).paragraph().paragraph(undefined, { note: true }),
    ),
  'a paper in two columns, with tables across both': () =>
    sections(article(2, { columns: 2, font: FONTS.print }).title(), 5, (w) =>
      w.paragraph().table({ float: true, columns: 5 }).paragraph().paragraph(),
    ),
  'a paper in two columns, with tables in them': () =>
    sections(article(3, { columns: 2 }).title(), 5, (w) => w.paragraph().table().paragraph().list().paragraph()),
  'a paper in two columns, ragged on the right': () =>
    sections(article(4, { columns: 2, justify: false, font: FONTS.print }).title(), 6, (w) =>
      w.paragraph().list().paragraph(),
    ),
  'a paper in two columns, with a narrow gutter and small print': () =>
    sections(article(5, { columns: 2, gutter: '9pt', size: 8 }).title(), 8, (w) =>
      w.paragraph().paragraph().paragraph(),
    ),
  'short paragraphs in two columns': () =>
    sections(article(6, { columns: 2 }).title(), 12, (w) => w.paragraph(18).paragraph(10).paragraph(24).list(2)),
  'a newsletter in three columns': () =>
    sections(article(7, { columns: 3, gutter: '12pt', size: 9 }).title(), 9, (w) => w.paragraph().paragraph()),
  'a newsletter in three columns, ragged on the right': () =>
    sections(article(8, { columns: 3, gutter: '16pt', size: 9, justify: false, font: FONTS.print }).title(), 9, (w) =>
      w.paragraph().list(3).paragraph(),
    ),
  'three columns with tables in them and footnotes': () =>
    sections(article(9, { columns: 3, gutter: '14pt', size: 8 }).title(), 8, (w) =>
      w.paragraph(undefined, { note: true }).table({ columns: 2 }).paragraph(),
    ),
  'three columns with tables across all': () =>
    sections(article(10, { columns: 3, gutter: '14pt', size: 9 }).title(), 6, (w) =>
      w.paragraph().table({ float: true, columns: 6 }).paragraph().paragraph(),
    ),
  'a report whose parts are set in two columns of one height': () => {
    const writer = new Writer(11).raw(
      `#set page(${PAGE}, margin: 2cm)\n#set par(justify: true)\n#set text(size: 10pt)`,
    );
    for (let part = 0; part < 4; part++) {
      writer.heading(1).paragraph(60);
      writer.raw('#columns(2)[').paragraph(80).paragraph(60).raw('#colbreak()').paragraph(70).paragraph(65).raw(']');
      writer.table({ columns: 4 });
    }
    return writer;
  },
  'a brochure with a narrow column beside a wide one': () => {
    const writer = new Writer(12).raw(`#set page(${PAGE}, margin: 2cm ${header('A brochure')})\n#set text(size: 10pt)`);
    for (let part = 0; part < 3; part++) {
      writer.heading(1).raw('#grid(columns: (1fr, 2.2fr), gutter: 18pt, [');
      writer.paragraph(40).paragraph(30).raw('], [').paragraph(120).paragraph(90).paragraph(60).raw('])');
    }
    return writer;
  },
  'one column, with footnotes and tables': () =>
    sections(article(13, { columns: 1 }), 6, (w) =>
      w.paragraph(undefined, { note: true }).table({ columns: 4 }).paragraph().list(),
    ),
}).map(([name, write]) => {
  const { parts, flow } = write();
  return { name, source: parts.join('\n\n'), flow };
});
