import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '../read-pages';

/** Internal links of a page; further links are external. */
export const LINKS_PER_PAGE = 40;
/** Of these, links to new pages: a crawl finds every page and soon has many. */
const CHILDREN = 4;
/** Placeholder of an internal URL. */
const GAP = '\u0001';
const HREF = /(<a\b[^>]*?\shref=)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** Would make links absolute to the original site. */
const BASE = /<base\b[^>]*>/gi;

export interface Site {
  /** The first page of a site of `count` pages. Services share no state between sites of different names. */
  start(name: string, count: number): string;
  close(): Promise<void>;
}

/**
 * Serves any number of sites whose pages have these bodies in turn. A page costs one concatenation, so that the site is
 * never the bottleneck. URLs are `/NAME/COUNT/INDEX`.
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

/** A body, split where internal URLs are inserted. */
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
    // Any other page: constant per page, spread over the site.
    const target = link < CHILDREN && child < count ? child : (at * 7919 + link * 104_729) % count;
    pieces.push(Buffer.from(`${prefix}${target}`));
  }
  return Buffer.concat(pieces);
}
