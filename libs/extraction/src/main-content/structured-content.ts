import { LightElement, LightText } from '../tree/light-node';
import type { PageHints } from './page-hints';

/** Maximum characters of visible text of a page whose scripts may render its JSON-LD. */
const MAX_SHOWN = 300;
/** Minimum characters of its texts, and their minimum multiple of the visible text. */
const MIN_CHARS = 200;
const MIN_RATIO = 2;
const MAX_CHARS = 200_000;
const MAX_DEPTH = 12;
const MAX_VALUES = 20_000;
/** Types whose name is a heading. Other names are those of publishers. */
const NAMED = /Posting|Article|Product|Question|QAPage|Recipe|Event|HowTo/;
const HEADLINES = new Set(['headline', 'name']);
const TEXTS = new Set(['articleBody', 'text', 'description']);

interface Passage {
  text: string;
  isHeading: boolean;
}

/**
 * Appends the texts of the JSON-LD to `body` if the page has almost no visible text. A page without any text and JSON-LD
 * gets its title and description.
 */
export function showStructuredContent(body: LightElement, shownChars: number, hints: PageHints): void {
  if (shownChars >= MAX_SHOWN) return;
  const passages = readPassages(hints.structured);
  const chars = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (chars >= MIN_CHARS && chars >= MIN_RATIO * shownChars) show(body, passages);
  else if (shownChars === 0) show(body, describe(hints));
}

function describe({ title, descriptions }: PageHints): Passage[] {
  const description = descriptions
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '')
    .trim();
  const passages = [
    { text: title.trim(), isHeading: true },
    { text: description, isHeading: false },
  ];
  return description === '' ? [] : passages.filter(({ text }) => text !== '');
}

function show(body: LightElement, passages: readonly Passage[]): void {
  let titles = 0;
  for (const { text, isHeading } of passages) {
    const name = isHeading ? (titles++ === 0 ? 'h1' : 'h2') : 'p';
    for (const part of isHeading ? [text] : text.split(/\n\s*\n/)) {
      const element = new LightElement(name);
      element.appendChild(new LightText(part));
      body.appendChild(element);
    }
  }
}

function readPassages(structured: readonly string[]): Passage[] {
  const passages = new Map<string, Passage>();
  let charsLeft = MAX_CHARS;
  let valuesLeft = MAX_VALUES;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || valuesLeft-- <= 0) return;
    const type = '@type' in value ? nameOf(value['@type']) : '';
    for (const [key, member] of Object.entries(value)) {
      const isHeading = HEADLINES.has(key);
      if (typeof member !== 'string') look(member, depth + 1);
      else if ((isHeading && (key !== 'name' || NAMED.test(type))) || TEXTS.has(key)) {
        const text = plain(member).slice(0, charsLeft);
        if (text === '' || passages.has(text)) continue;
        charsLeft -= text.length;
        passages.set(text, { text, isHeading });
      }
    }
  };
  for (const source of structured) look(parse(source), 0);
  return [...passages.values()];
}

function nameOf(type: unknown): string {
  const names: unknown[] = Array.isArray(type) ? type : [type];
  return names.filter((name) => typeof name === 'string').join(' ');
}

/** `undefined` for malformed JSON, which is common. */
function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Removes HTML tags, which some texts contain. */
function plain(text: string): string {
  return text
    .slice(0, MAX_CHARS)
    .replace(/<\/?(?:p|div|br|li|h[1-6])\b[^<>]{0,2000}>/gi, '\n\n')
    .replace(/<[^<>]{1,2000}>/g, ' ')
    .trim();
}
