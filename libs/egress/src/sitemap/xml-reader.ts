import { SaxesParser } from 'saxes';
import type { SitemapContent, SitemapReader } from './sitemap-reader';
import { MAX_LOCATION_CHARACTERS } from './sitemap-reader';

/** A sitemap with extensions has five levels. */
const MAX_ELEMENT_DEPTH = 50;
/** Text between two `>`, which the parser buffers. */
const MAX_TAG_CHARACTERS = 256 * 1024;
/** Each error costs microseconds. Allows one fault per entry. */
const MAX_ERRORS = 100_000;

/** A bare ampersand: the most common fault, after which the parser would lose the rest. */
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;

const roots = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed']);
const MAX_TITLE_CHARACTERS = 500;

const entries = new Map<string, 'pages' | 'sitemaps'>([
  ['url', 'pages'],
  ['sitemap', 'sitemaps'],
  ['item', 'pages'],
  ['entry', 'pages'],
]);
const asides = new Set(['channel', 'image', 'textinput']);

interface Entry {
  kind: string;
  prefix: string;
  list: string[];
  location?: string;
  title?: string;
  /** The guid or id of a feed entry without a link, if it is a URL. */
  identity?: string;
}

/**
 * Reads sitemaps and feeds by start tags: a `loc` belongs to the latest open `url` or `sitemap` with the same namespace
 * prefix. End tags are unreliable: the parser closes everything at a wrong one.
 */
export class XmlReader implements SitemapReader {
  readonly content: SitemapContent = { pages: [], sitemaps: [], titles: new Map() };
  problem: string | undefined;
  isStopped = false;
  private readonly parser = new SaxesParser();
  private hasRoot = false;
  private errors = 0;
  private depth = 0;
  private entry: Entry | undefined;
  private sourceDepth: number | undefined;
  private text: { value: string; part: 'location' | 'identity' | 'title' } | undefined;
  private rest = '';

  /** `refusal`: the problem of a file that must not be read. */
  constructor(refusal?: string) {
    if (refusal !== undefined) this.stop(refusal);
    this.parser.on('error', (error) => {
      this.problem ??= `broken XML: ${error.message}`;
      this.errors += 1;
      if (this.errors === MAX_ERRORS) this.stop(this.problem);
    });
    this.parser.on('doctype', (doctype) => {
      // Entities can expand without limit or read local files. No sitemap needs them.
      if (/<!ENTITY/i.test(doctype)) this.stop('entity declarations are not allowed');
      else if (/^\s*html\b/i.test(doctype)) this.stop('not a sitemap: an HTML page');
    });
    this.parser.on('opentag', ({ name, attributes }) => this.enter(name, attributes));
    this.parser.on('closetag', () => this.leave());
    this.parser.on('text', (text) => this.append(text));
    // Undoes the escaping that read() applied within a CDATA section.
    this.parser.on('cdata', (text) => this.append(text.replaceAll('&amp;', '&')));
  }

  /** Up to the end of a tag, so that no entity is split. */
  read(text: string): void {
    const known = this.rest + text;
    const end = known.lastIndexOf('>') + 1;
    if (end > 0) this.parse(known.slice(0, end));
    this.rest = known.slice(end);
    if (this.rest.length > MAX_TAG_CHARACTERS) this.stop('a tag or text exceeds the size limit');
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
    this.takeText();
    this.depth += 1;
    if (this.depth > MAX_ELEMENT_DEPTH) this.stop('elements are nested too deeply');
    if (!this.hasRoot && !roots.has(local)) this.stop(rootProblem(name));
    this.hasRoot = true;
    const list = entries.get(local);
    if (list !== undefined) {
      this.closeEntry();
      this.sourceDepth = undefined;
      this.entry = { kind: local, prefix, list: this.content[list] };
    } else if (asides.has(local) && isOfFeed(this.entry)) {
      this.closeEntry();
    } else if (local === 'source' && isOfFeed(this.entry)) {
      // Metadata of the entry's original feed, with that feed's links.
      this.sourceDepth ??= this.depth;
    } else if (this.sourceDepth === undefined && prefix === this.entry?.prefix) {
      this.enterPart(this.entry, local, attributes);
    } else if (this.entry?.kind === 'url' && name.toLowerCase() === 'news:title') {
      this.text = { value: '', part: 'title' };
    }
  }

  private enterPart(entry: Entry, local: string, attributes: Record<string, unknown>): void {
    if (!isOfFeed(entry)) {
      if (local === 'loc') this.text = { value: '', part: 'location' };
    } else if (local === 'link') {
      const { href, rel = 'alternate' } = attributes;
      if (typeof href !== 'string') this.text = { value: '', part: 'location' };
      else if (rel === 'alternate') this.addLocation(entry, href);
    } else if (local === 'guid' && attributes.isPermaLink !== 'false') {
      this.text = { value: '', part: 'identity' };
    } else if (local === 'title') {
      this.text = { value: '', part: 'title' };
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
    if (text?.part === 'identity') entry.identity = value;
    else if (text?.part === 'title') entry.title ??= value.replace(/\s+/g, ' ').slice(0, MAX_TITLE_CHARACTERS);
    else this.addLocation(entry, value);
  }

  private addLocation(entry: Entry, location: string): void {
    entry.list.push(location.trim());
    entry.location ??= location.trim();
  }

  private closeEntry(): void {
    const { entry } = this;
    this.entry = undefined;
    if (entry === undefined) return;
    const { location, identity, title } = entry;
    if (location === undefined && identity !== undefined && /^https?:/i.test(identity))
      this.addLocation(entry, identity);
    if (title !== undefined && entry.location !== undefined) this.content.titles.set(entry.location, title);
  }
}

const isOfFeed = (entry: Entry | undefined) => entry?.kind === 'item' || entry?.kind === 'entry';

function rootProblem(name: string): string {
  return name.toLowerCase() === 'html'
    ? 'not a sitemap: an HTML page'
    : `not a sitemap: the root element is <${name.slice(0, 50)}>`;
}
