// Writes dist/docs/*.html: the pages of apps/docs, which the gateway serves below /docs. They need no script.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';

const documents = path.resolve(import.meta.dirname, '../../docs');
const dist = path.resolve(import.meta.dirname, '../dist');

/** Sections of the sidebar: the first page, and the folder of the others. */
const SECTIONS = [
  { title: 'Guide', first: 'guide', folder: 'guide' },
  { title: 'Run the service', first: 'operations', folder: 'operations' },
  { title: 'Runbooks', folder: 'runbooks' },
  {
    title: 'Look up',
    pages: ['page-behaviour', 'limits', 'configuration', 'metrics', 'sizing', 'glossary', 'CHANGELOG'],
  },
];

const sections = SECTIONS.map(({ title, first, folder, pages }) => ({
  title,
  pages: (pages ?? orderOf(first, folder)).map((name) => ({ name, source: readSource(name) })),
}));
const pages = sections.flatMap((section) => section.pages);
const known = new Set(pages.map(({ name }) => name));
const stylesheet = writeStylesheet();

for (const page of pages) {
  const file = path.join(dist, 'docs', `${page.name}.html`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, render(page));
}

/** The pages of a section in the order in which the first page links to them, then the others. */
function orderOf(first, folder) {
  const all = readdirSync(path.join(documents, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.slice(0, -3)}`);
  const linked =
    first === undefined ? [] : [...readSource(first).matchAll(/\]\(([\w/-]+)\.md/g)].map(([, name]) => name);
  return [
    ...new Set([...(first === undefined ? [] : [first]), ...linked.filter((name) => all.includes(name)), ...all]),
  ];
}

function readSource(name) {
  return readFileSync(path.join(documents, `${name}.md`), 'utf8');
}

function titleOf({ source }) {
  return /^# (.+)$/m.exec(source)[1];
}

/** The name has a hash of the content, because browsers keep assets for a year. */
function writeStylesheet() {
  const [tokens, rules] = ['design/tokens.css', 'pages/pages.css'].map((file) =>
    readFileSync(path.resolve(import.meta.dirname, '../src', file), 'utf8'),
  );
  // Without a script, the theme is that of the system.
  const css =
    tokens.replace(/:root\[data-theme="dark"\] (\{[^}]*\})/, '@media (prefers-color-scheme: dark) { :root $1 }') +
    rules;
  const name = `pages-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  writeFileSync(path.join(dist, 'assets', name), css);
  return name;
}

function render(page) {
  const title = escapeHtml(titleOf(page));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Orbweaver</title>
    <link rel="stylesheet" href="/console/assets/${stylesheet}" />
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header>
      <a href="/console">Console</a> <a href="/docs">API reference</a> <a href="/docs/guide">Guide</a>
    </header>
    <nav aria-label="Documentation">${sections.map((section) => renderSection(section, page)).join('')}</nav>
    <main id="main">${markdownOf(page)}</main>
  </body>
</html>
`;
}

function renderSection({ title, pages: listed }, current) {
  const items = listed.map((page) => {
    const isCurrent = page.name === current.name ? ' aria-current="page"' : '';
    return `<li><a href="/docs/${page.name}"${isCurrent}>${escapeHtml(titleOf(page))}</a></li>`;
  });
  const isOpen = listed.includes(current) ? ' open' : '';
  return `<details${isOpen}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
}

function markdownOf({ name, source }) {
  const renderer = {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = resolve(name, href);
      return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
    },
    // Wide tables and long lines scroll by keyboard too.
    table(token) {
      const row = (cells, tag) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('');
      return `<div class="wide" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
    },
    image: () => '',
  };
  return new Marked({ renderer }).parse(source);
}

/** The address of a link; undefined for files that are not pages, such as sources. */
function resolve(from, href) {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  const target = path.posix.join(path.posix.dirname(from), file).replace(/\.md$/, '');
  if (!known.has(target)) return undefined;
  return `/docs/${target}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Like on GitHub. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
