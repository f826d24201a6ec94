import { SaxesParser } from 'saxes';
import { MAX_LOCATION_CHARACTERS } from './max-location-characters';
import type { SitemapContent, SitemapReader } from './sitemap-reader';

/** A sitemap with extensions has five levels. */
const MAX_ELEMENT_DEPTH = 50;
/** From one `>` to the next. A longer text is not a sitemap, and the parser would take it at once. */
const MAX_TAG_CHARACTERS = 256 * 1024;
/** Each problem costs the parser some microseconds. A sitemap with a fault in every entry is read all the same. */
const MAX_ERRORS = 100_000;

/** An ampersand that begins no XML entity: the commonest slip in sitemaps, after which the parser loses the rest. */
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;

const roots = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed']);
/** The elements that hold one entry each, and what they list. */
const entries = new Map<string, keyof SitemapContent>([
  ['url', 'pages'],
  ['sitemap', 'sitemaps'],
  ['item', 'pages'],
  ['entry', 'pages'],
]);
/** Parts of a feed with links of their own that are not entries. */
const asides = new Set(['channel', 'image', 'textinput']);

interface Entry {
  kind: string;
  prefix: string;
  list: string[];
  hasLocation: boolean;
  /** The identity of a feed entry without a link, when it is an address. */
  identity?: string;
}

/**
 * Reads sitemaps and feeds. It goes by start tags: a `loc` belongs to the latest open `url` or `sitemap` with the same
 * namespace prefix (`image:loc` has another). At a wrong end tag the parser closes everything, so end tags say little.
 */
export class XmlReader implements SitemapReader {
  readonly content: SitemapContent = { pages: [], sitemaps: [] };
  problem: string | undefined;
  isStopped = false;
  private readonly parser = new SaxesParser();
  private hasRoot = false;
  private errors = 0;
  private depth = 0;
  private entry: Entry | undefined;
  private sourceDepth: number | undefined;
  /** The text of the element being read, and whether it is the entry's location or identity. */
  private text: { value: string; isIdentity: boolean } | undefined;
  /** The text after the last `>`. */
  private rest = '';

  /** `refusal`: the problem of a file that must not be read. */
  constructor(refusal?: string) {
    if (refusal !== undefined) this.stop(refusal);
    // With a listener the parser reports faults and goes on.
    this.parser.on('error', (error) => {
      this.problem ??= `broken XML: ${error.message}`;
      this.errors += 1;
      if (this.errors === MAX_ERRORS) this.stop(this.problem);
    });
    this.parser.on('doctype', (doctype) => {
      // Entities turn a small file into a large one, or read local files. No sitemap needs them.
      if (/<!ENTITY/i.test(doctype)) this.stop('entity declarations are not allowed');
      else if (/^\s*html\b/i.test(doctype)) this.stop('no sitemap: an HTML page');
    });
    this.parser.on('opentag', ({ name, attributes }) => this.enter(name, attributes));
    this.parser.on('closetag', () => this.leave());
    this.parser.on('text', (text) => this.append(text));
    // Bare, or escaped against the rules: read() escaped an ampersand in a CDATA section.
    this.parser.on('cdata', (text) => this.append(text.replaceAll('&amp;', '&')));
  }

  /** Only up to the end of a tag, so that no entity is cut in two. */
  read(text: string): void {
    const known = this.rest + text;
    const end = known.lastIndexOf('>') + 1;
    if (end > 0) this.parse(known.slice(0, end));
    this.rest = known.slice(end);
    if (this.rest.length > MAX_TAG_CHARACTERS) this.stop('a tag or a text is far too long');
  }

  end(): void {
    if (this.isStopped) return;
    this.parse(this.rest);
    this.parser.close();
    this.closeEntry();
  }

  private parse(text: string): void {
    if (!this.isStopped) this.parser.write(text.replace(BARE_AMPERSAND, '&amp;'));
  }

  private stop(problem: string): void {
    this.isStopped = true;
    this.problem = problem;
  }

  private enter(name: string, attributes: Record<string, unknown>): void {
    if (this.isStopped) return;
    const [, prefix = '', written = ''] = /^([^:]*:)?(.*)$/s.exec(name) ?? [];
    const local = written.toLowerCase();
    // A location whose end tag is missing ends here.
    this.takeText();
    this.depth += 1;
    if (this.depth > MAX_ELEMENT_DEPTH) this.stop('elements are nested too deeply');
    if (!this.hasRoot && !roots.has(local)) this.stop(rootProblem(name));
    this.hasRoot = true;
    const list = entries.get(local);
    if (list !== undefined) {
      this.closeEntry();
      this.sourceDepth = undefined;
      this.entry = { kind: local, prefix, list: this.content[list], hasLocation: false };
    } else if (asides.has(local) && isOfFeed(this.entry)) {
      this.closeEntry();
    } else if (local === 'source' && isOfFeed(this.entry)) {
      // Describes the feed that the entry was taken from, with that feed's links.
      this.sourceDepth ??= this.depth;
    } else if (this.sourceDepth === undefined && prefix === this.entry?.prefix) {
      this.enterPart(this.entry, local, attributes);
    }
  }

  private enterPart(entry: Entry, local: string, attributes: Record<string, unknown>): void {
    if (!isOfFeed(entry)) {
      if (local === 'loc') this.text = { value: '', isIdentity: false };
    } else if (local === 'link') {
      const { href, rel = 'alternate' } = attributes;
      if (typeof href !== 'string') this.text = { value: '', isIdentity: false };
      else if (rel === 'alternate') this.addLocation(entry, href);
    } else if (local === 'guid' && attributes.isPermaLink !== 'false') {
      this.text = { value: '', isIdentity: true };
    }
  }

  private append(text: string): void {
    if (this.text !== undefined && this.text.value.length < MAX_LOCATION_CHARACTERS) this.text.value += text;
  }

  private leave(): void {
    this.depth -= 1;
    if (this.sourceDepth !== undefined && this.depth < this.sourceDepth) this.sourceDepth = undefined;
    this.takeText();
  }

  private takeText(): void {
    const { text, entry } = this;
    this.text = undefined;
    const value = text?.value.trim();
    if (!value || this.isStopped || entry === undefined) return;
    if (text?.isIdentity) entry.identity = value;
    else this.addLocation(entry, value);
  }

  private addLocation(entry: Entry, location: string): void {
    entry.list.push(location.trim());
    entry.hasLocation = true;
  }

  private closeEntry(): void {
    const { entry } = this;
    this.entry = undefined;
    const identity = entry?.hasLocation ? undefined : entry?.identity;
    if (identity !== undefined && /^https?:/i.test(identity)) entry?.list.push(identity);
  }
}

const isOfFeed = (entry: Entry | undefined) => entry?.kind === 'item' || entry?.kind === 'entry';

function rootProblem(name: string): string {
  return name.toLowerCase() === 'html'
    ? 'no sitemap: an HTML page'
    : `no sitemap: the root element is <${name.slice(0, 50)}>`;
}
