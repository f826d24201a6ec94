import { setImmediate } from 'node:timers/promises';
import { LineReader } from './line-reader';
import type { SitemapContent, SitemapReader } from './sitemap-reader';

import { SitemapCutError } from './sitemap-reader';
import { XmlReader } from './xml-reader';

const ENTRIES_A_TURN = 2000;
/** Searched for the first tag, which may follow a warning or a licence. */
const HEAD_CHARACTERS = 4096;

/**
 * Parses a urlset, sitemapindex, feed (RSS, RDF, Atom) or list of URLs. Yields entries as they are found and lets other
 * work run in between. Returns the problem, if any; `isUnread`: the file is incomplete.
 */
export async function* parseSitemap(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<SitemapContent, { problem: string; isUnread?: true } | undefined> {
  let head = '';
  let reader: SitemapReader | undefined;
  let cut: string | undefined;
  try {
    for await (const piece of pieces) {
      if (reader === undefined) {
        head = (head + piece).replace(/^[\uFEFF\s]+/, '');
        if (head.length < HEAD_CHARACTERS) continue;
        reader = begin(head);
      } else {
        reader.read(piece);
      }
      if (reader.content.pages.length + reader.content.sitemaps.length >= ENTRIES_A_TURN) yield take(reader.content);
      if (reader.isStopped) break;
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof SitemapCutError)) throw error;
    cut = error.message;
  }
  reader ??= begin(head);
  reader.end();
  yield take(reader.content);
  if (cut !== undefined) return { problem: cut, isUnread: true };
  return reader.problem === undefined ? undefined : { problem: reader.problem };
}

function begin(head: string): SitemapReader {
  const start = head.slice(0, HEAD_CHARACTERS);
  if (/^<(?:!doctype\s+html|html)\b/i.test(start)) return new XmlReader('not a sitemap: an HTML page');
  if (start.startsWith('<')) return withText(new XmlReader(), head);
  const at = start.search(/<\?xml\s|<(?:[\w-]+:)?(?:urlset|sitemapindex)\b/i);
  return at < 0 ? withText(new LineReader(), head) : withText(new XmlReader(), head.slice(at));
}

function withText(reader: SitemapReader, text: string): SitemapReader {
  reader.read(text);
  return reader;
}

function take(content: SitemapContent): SitemapContent {
  const titles = new Map(content.titles);
  content.titles.clear();
  return { pages: content.pages.splice(0), sitemaps: content.sitemaps.splice(0), titles };
}
