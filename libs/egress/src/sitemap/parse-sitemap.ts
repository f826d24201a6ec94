import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

export interface SitemapContent {
  /** In the order of the file, as written there. */
  pages: string[];
  sitemaps: string[];
  /** What was wrong with the file. The entries before it, and mostly those after it, are there all the same. */
  problem?: string;
}

/** The standard allows 2,048. */
const MAX_LOCATION_CHARACTERS = 8192;
/** A sitemap with extensions is five deep. */
const MAX_ELEMENT_DEPTH = 50;
/** Some milliseconds of parsing; then others get their turn, for the standard allows files of 50 MB. */
const CHARACTERS_A_TURN = 64 * 1024;
/** From one `>` to the next. More is no sitemap, and the parser would take it in one go. */
const MAX_TAG_CHARACTERS = 256 * 1024;
/** Each costs the parser some microseconds. A sitemap that is broken in every entry is read all the same. */
const MAX_ERRORS = 100_000;

/** Reads a urlset, a sitemapindex or a list of URLs line by line. Never throws for what is in the text. */
export async function parseSitemap(text: string, maxEntries: number): Promise<SitemapContent> {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('<')) return parseLines(start, maxEntries);
  if (/^<(?:!doctype\s+html|html)\b/i.test(start))
    return { pages: [], sitemaps: [], problem: 'no sitemap: an HTML page' };
  return await parseXml(start, maxEntries);
}

/** Line by line out of the text: a file of line breaks would become an array of millions. */
function parseLines(text: string, maxEntries: number): SitemapContent {
  const pages: string[] = [];
  for (const [, page] of text.matchAll(/^[ \t]*(https?:\/\/[^\r\n]*)/gim)) {
    if (pages.length >= maxEntries) break;
    if (page !== undefined) pages.push(page.slice(0, MAX_LOCATION_CHARACTERS).trim());
  }
  return pages.length > 0
    ? { pages, sitemaps: [] }
    : { pages, sitemaps: [], problem: 'no sitemap: neither XML nor a list of URLs' };
}

async function parseXml(text: string, maxEntries: number): Promise<SitemapContent> {
  const content: SitemapContent = { pages: [], sitemaps: [] };
  const reader = new SitemapReader(content);
  for (let at = 0; at < text.length && !reader.isStopped; ) {
    // Cut behind a tag, so that no entity is in two parts.
    const end = text.indexOf('>', at + CHARACTERS_A_TURN);
    if ((end < 0 ? text.length : end) - at > CHARACTERS_A_TURN + MAX_TAG_CHARACTERS) {
      reader.stop('a tag or a text is far too long');
      break;
    }
    reader.read(text.slice(at, end < 0 ? undefined : end + 1));
    if (end < 0 || content.pages.length + content.sitemaps.length >= maxEntries) break;
    at = end + 1;
    await setImmediate();
  }
  reader.end();
  content.pages.splice(maxEntries);
  content.sitemaps.splice(Math.max(0, maxEntries - content.pages.length));
  return content;
}

/** An ampersand that begins no entity of XML: the commonest slip in sitemaps, over which the parser loses the rest. */
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;

/**
 * Goes by start tags: a `loc` belongs to the `url` or `sitemap` that was opened last, if its namespace prefix is the
 * same (`image:loc` has another). At a wrong end tag the parser closes all that is open, so end tags say little.
 */
class SitemapReader {
  isStopped = false;
  private readonly parser = new SaxesParser();
  private hasRoot = false;
  private errors = 0;
  private depth = 0;
  private entry: { prefix: string; list: string[] } | undefined;
  private location: string | undefined;

  constructor(private readonly content: SitemapContent) {
    // With a listener the parser reports what is ill-formed and goes on.
    this.parser.on('error', (error) => {
      content.problem ??= `broken XML: ${error.message}`;
      this.errors += 1;
      if (this.errors === MAX_ERRORS) this.stop(content.problem);
    });
    this.parser.on('doctype', (doctype) => {
      // Entities are how a small file becomes a large one, or one that reads our files. No sitemap needs them.
      if (/<!ENTITY/i.test(doctype)) this.stop('entity declarations are not allowed');
    });
    this.parser.on('opentag', ({ name }) => this.enter(name));
    this.parser.on('closetag', () => this.leave());
    this.parser.on('text', (text) => this.append(text));
    // Bare or, as often, escaped against the rules: an ampersand in a CDATA section was escaped by read().
    this.parser.on('cdata', (text) => this.append(text.replaceAll('&amp;', '&')));
  }

  read(text: string): void {
    this.parser.write(text.replace(BARE_AMPERSAND, '&amp;'));
  }

  stop(problem: string): void {
    this.isStopped = true;
    this.content.problem = problem;
  }

  end(): void {
    if (!this.isStopped) this.parser.close();
  }

  private enter(name: string): void {
    if (this.isStopped) return;
    const [, prefix = '', local] = /^([^:]*:)?(.*)$/.exec(name) ?? [];
    this.location = undefined;
    this.depth += 1;
    if (this.depth > MAX_ELEMENT_DEPTH) this.stop('elements are nested too deeply');
    if (!this.hasRoot && local !== 'urlset' && local !== 'sitemapindex')
      this.stop(`no sitemap: the root element is <${name.slice(0, 50)}>`);
    this.hasRoot = true;
    if (local === 'url') this.entry = { prefix, list: this.content.pages };
    else if (local === 'sitemap') this.entry = { prefix, list: this.content.sitemaps };
    else if (local === 'loc' && prefix === this.entry?.prefix) this.location = '';
  }

  private append(text: string): void {
    if (this.location !== undefined && this.location.length < MAX_LOCATION_CHARACTERS) this.location += text;
  }

  private leave(): void {
    this.depth -= 1;
    const location = this.location?.trim();
    this.location = undefined;
    if (location && !this.isStopped) this.entry?.list.push(location);
  }
}
