/** Main content by this library and by others, all converted to markdown by this library. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { extractPage, HTML_HEADERS } from '../training/serving.mjs';

/**
 * Name to `(page) => markdown`. Includes the other readers that are installed in the npm folder `folder` and in the
 * interpreter `python`.
 */
export async function openReaders({ folder, python }) {
  const readers = {
    'this library': (page) => read(page.bytes(), page, { onlyMainContent: true, headers: HTML_HEADERS }),
  };
  if (folder !== undefined) Object.assign(readers, await openPackages(folder));
  if (python !== undefined) readers.Trafilatura = openTrafilatura(python);
  readers['the whole page'] = (page) => read(page.bytes(), page, { onlyMainContent: false, headers: HTML_HEADERS });
  return readers;
}

async function openPackages(folder) {
  const importReader = (file) => import(pathToFileURL(path.resolve(folder, 'node_modules', file)).href);
  const { parseHTML } = await importReader('linkedom/esm/index.js');
  const { default: readability } = await importReader('@mozilla/readability/index.js');
  const { Defuddle } = await importReader('defuddle/dist/node.js');
  return {
    '@mozilla/readability': (page) => {
      const { document } = parseHTML(htmlOf(page));
      return toMarkdown(new readability.Readability(document).parse()?.content ?? '', page);
    },
    defuddle: async (page) => {
      const { document } = parseHTML(htmlOf(page));
      const { content } = await Defuddle(document, page.url, { useAsync: false });
      return toMarkdown(content ?? '', page);
    },
  };
}

/** One process for all pages. Its CPU time is not counted. */
function openTrafilatura(python) {
  const child = spawn(python, [path.join(import.meta.dirname, 'trafilatura_html.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (page) => {
    child.stdin.write(`${JSON.stringify(htmlOf(page))}\n`);
    return toMarkdown(JSON.parse((await answers.next()).value), page);
  };
}

function htmlOf(page) {
  return page.bytes().toString('utf8');
}

function toMarkdown(html, page) {
  return read(Buffer.from(html), page, { onlyMainContent: false, headers: HTML_HEADERS });
}

async function read(body, { url }, { onlyMainContent, headers }) {
  const capture = { url, sourceUrl: url, status: 200, headers, body, engine: 'http', proxyUsed: 'basic' };
  const spec = {
    formats: [{ type: 'markdown' }],
    onlyMainContent,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    pdf: { parse: true },
  };
  const extraction = await extractPage(capture, spec, {
    wantsDocument: true,
    wantsOutlinks: false,
    detectShell: false,
  });
  return extraction.kind === 'document' ? JSON.parse(gunzipSync(extraction.content)).markdown : '';
}
