import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '../read-pages';

/** Links of a page that lead to other pages of the site; further ones lead elsewhere. */
export const LINKS_PER_PAGE = 40;
/** Of these, links to pages that no page before links to: so a crawl comes to every page, and soon to many. */
const CHILDREN = 4;
/** Stands where the address of a page of the site belongs. */
const GAP = '\u0001';
const HREF = /(<a\b[^>]*?\shref=)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** Would lead the links of the page to where it was taken from. */
const BASE = /<base\b[^>]*>/gi;

export interface Site {
  /** The first page of a site of `count` pages; `name` tells sites apart, as a crawl of one knows nothing of another. */
  start(name: string, count: number): string;
  close(): Promise<void>;
}

/**
 * Serves sites without end, whose pages have these bodies in turn. Each page costs one concatenation, so that what is
 * measured is never the site. Addresses are `/NAME/COUNT/INDEX`.
 */
export async function serveSites(pages: readonly Page[]): Promise<Site> {
  const templates = pages.map(({ body }) => cut(body));
  const server = createServer((request, response) => {
    const [, name, count, index] = (request.url ?? '').split('/');
    const at = Number(index);
    if (name === undefined || !(at < Number(count))) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
      return;
    }
    const body = fill(templates[at % templates.length] ?? [], {
      prefix: `/${name}/${count}/`,
      count: Number(count),
      at,
    });
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength })
      .end(body);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    start: (name, count) => `http://127.0.0.1:${port}/${name}/${count}/0`,
    close: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A body in pieces, between which the addresses of LINKS_PER_PAGE pages belong. */
function cut(body: Uint8Array): Buffer[] {
  const text = Buffer.from(body).toString('utf8').replaceAll(BASE, '');
  const missing = LINKS_PER_PAGE - (text.match(HREF)?.length ?? 0);
  const linked = missing > 0 ? text + '<p><a href="">Further</a></p>'.repeat(missing) : text;
  let link = 0;
  return linked
    .replaceAll(HREF, (_, before: string) => {
      link += 1;
      return `${before}"${link <= LINKS_PER_PAGE ? GAP : `https://elsewhere.example/${link}`}"`;
    })
    .split(GAP)
    .map((part) => Buffer.from(part));
}

function fill(parts: readonly Buffer[], { prefix, count, at }: { prefix: string; count: number; at: number }): Buffer {
  const pieces: Buffer[] = [];
  for (const [link, part] of parts.entries()) {
    pieces.push(part);
    if (link === parts.length - 1) break;
    const child = at * CHILDREN + link + 1;
    // Any other page: the same ones from every visit, spread over the whole site.
    const target = link < CHILDREN && child < count ? child : (at * 7919 + link * 104_729) % count;
    pieces.push(Buffer.from(`${prefix}${target}`));
  }
  return Buffer.concat(pieces);
}
