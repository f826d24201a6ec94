import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { repositoryRoot } from '../harness/workspace';

const FOLDER = path.join(repositoryRoot, 'apps/docs/examples/site');

const FILES = new Set(
  readdirSync(FOLDER, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(FOLDER, path.join(entry.parentPath, entry.name))),
);

/** Content types of Python's http.server, which the guide uses to serve the folder. */
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.txt': 'text/plain',
  '.epub': 'application/epub+zip',
};

export const serveExampleSite = (): Promise<SmallSite> =>
  startSmallSite((request, response) => {
    const file = fileOf(request.url ?? '/');
    if (file === undefined) response.writeHead(404, { 'content-type': 'text/html;charset=utf-8' }).end('Not found');
    else response.writeHead(200, { 'content-type': TYPES[path.extname(file)] }).end(readFileSync(file));
  });

function fileOf(target: string): string | undefined {
  const { pathname } = new URL(target, 'http://127.0.0.1');
  const name = (pathname.endsWith('/') ? `${pathname}index.html` : pathname).slice(1);
  return FILES.has(name) ? path.join(FOLDER, name) : undefined;
}
