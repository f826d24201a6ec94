import { StreamedPlaces } from '../sites/react';
import { type ElementRules, FORMATTING_BOUNDS, rulesOf } from './element-rules';
import { LightElement, LightText } from './light-node';
import { isNoted, PageRoot } from './noted-elements';
import { createShadowRoot, mayBeHost, type ShadowRoot } from './shadow-roots';

/** Blink's limit (kMaximumHTMLParserDOMTreeDepth). Deeper elements become siblings, so recursion cannot overflow. */
const MAX_DEPTH = 512;

/** Attributes per element. Each is compared with all others. */
export const MAX_ATTRIBUTES = 400;

/** Builds the tree, with the corrections of the HTML standard that affect content. */
export class TreeBuilder {
  readonly root = new PageRoot();
  readonly html = new LightElement('html');
  readonly head = new LightElement('head');
  readonly body = new LightElement('body');
  readonly streamedPlaces = new StreamedPlaces();
  /** Declarative shadow roots by host, in document order. */
  readonly shadowRoots = new Map<LightElement, ShadowRoot>();
  truncated = false;
  /** For each open tag: the element that receives its children. */
  private readonly open: LightElement[] = [];
  private base = this.head;
  private openLinks = 0;
  private openTemplates = 0;
  private readonly noted: LightElement[] = [this.html, this.head];

  constructor(public nodesLeft: number) {
    this.root.appendChild(this.html);
    this.html.appendChild(this.head);
    this.html.appendChild(this.body);
    this.root.noted = this.noted;
  }

  /** `attributes`: alternating names and values. */
  onopentag(name: string, attributes: string[]): void {
    if (name === 'body') this.startBody();
    const skeleton =
      name === 'html' ? this.html : name === 'head' ? this.head : name === 'body' ? this.body : undefined;
    if (skeleton !== undefined) {
      adopt(skeleton, attributes);
      this.pass();
    } else if (name === 'template' && isShadowRoot(attributes) && this.mayHaveRoot(this.current())) {
      this.startShadowRoot(this.current());
    } else if (this.nodesLeft <= 0) {
      this.truncated = true;
      this.pass();
    } else {
      this.nodesLeft--;
      this.add(name, attributes);
    }
  }

  /** A second or nested template is inert. */
  private mayHaveRoot(host: LightElement): boolean {
    return this.openTemplates === 0 && mayBeHost(host) && !this.shadowRoots.has(host);
  }

  private startShadowRoot(host: LightElement): void {
    const root = createShadowRoot(host);
    this.shadowRoots.set(host, root);
    this.open.push(root.content);
  }

  private add(name: string, attributes: string[]): void {
    const rules = rulesOf(name);
    if (!rules.isOfHead && this.current() === this.head) this.startBody();
    if (name === 'a') this.closeLink();
    else if (rules.isHeading && rulesOf(this.current().localName).isHeading) this.closeFrom(this.open.length - 1);
    else if (rules.endsAround !== undefined) this.endAround(rules.endsAround);
    const element = new LightElement(name, attributes);
    this.current().appendChild(element);
    if (this.openTemplates === 0 && isNoted(name)) this.noted.push(element);
    const entry = name === 'template' ? new LightElement('#template', [], 11) : element;
    if (entry !== element && this.openTemplates === 0) this.streamedPlaces.onTemplate(element, this.current());
    this.open.push(entry);
    this.count(entry, 1);
  }

  onclosetag(): void {
    const element = this.open.pop();
    if (element !== undefined) this.count(element, -1);
  }

  oncomment(data: string): void {
    this.streamedPlaces.onComment(data, this.current());
  }

  /** Whether an end tag has no effect. Closes headings and formatting around open blocks itself. */
  isStrayEnd(name: string): boolean {
    // Content after `</body>` belongs to the page.
    if (name === 'body' || name === 'html') return true;
    if (this.open.at(-1)?.localName === name) return false;
    const { bounds, isFormatting, isHeading } = rulesOf(name);
    if (bounds === undefined) return false;
    const at = this.open.findLastIndex(({ localName }) => localName === name || bounds.has(localName));
    if (this.open[at]?.localName === name) return false;
    if (name === 'p') this.addEmpty(name);
    else if (isFormatting) this.endFormatting(name);
    else if (isHeading) this.endHeading(bounds);
    return true;
  }

  private addEmpty(name: string): void {
    this.onopentag(name, []);
    this.onclosetag();
  }

  /** The blocks in it stay open; content after them is outside. */
  private endFormatting(name: string): void {
    const at = this.open.findLastIndex(({ localName }) => localName === name || FORMATTING_BOUNDS.has(localName));
    const element = this.open[at];
    if (element?.localName === name) this.replace(at, this.open[at - 1] ?? this.base);
  }

  /** `<h2>…</h3>` */
  private endHeading(bounds: ReadonlySet<string>): void {
    const at = this.open.findLastIndex(({ localName }) => rulesOf(localName).isHeading || bounds.has(localName));
    if (rulesOf(this.open[at]?.localName ?? '').isHeading) this.closeFrom(at);
  }

  ontext(data: string): void {
    if (this.truncated) return;
    if (this.current() === this.head) {
      if (data.trim() === '') return;
      this.startBody();
    }
    const parent = this.current();
    const last = parent.lastChild;
    if (last !== null && last.nodeType === 3) {
      last.data += data;
      return;
    }
    if (this.nodesLeft <= 0) {
      this.truncated = true;
      return;
    }
    this.nodesLeft--;
    parent.appendChild(new LightText(data));
  }

  isFull(): boolean {
    return this.open.length >= MAX_DEPTH;
  }

  isInRawText(): boolean {
    return rulesOf(this.current().localName).isRawText;
  }

  private current(): LightElement {
    return this.open.at(-1) ?? this.base;
  }

  /** Opens a tag without a node; its content goes to the current element. */
  private pass(): void {
    const current = this.current();
    this.open.push(current);
    this.count(current, 1);
  }

  private count(entry: LightElement, change: number): void {
    if (entry.localName === 'a') this.openLinks += change;
    else if (entry.localName === '#template') this.openTemplates += change;
  }

  /** Content that is not allowed in the head starts the body. */
  private startBody(): void {
    if (this.base === this.body) return;
    this.base = this.body;
    this.open.forEach((element, index) => {
      if (element === this.head) this.open[index] = this.body;
    });
  }

  /** A link closes an open link, unless a block is between them. */
  private closeLink(): void {
    if (this.openLinks === 0) return;
    const start = this.open.findLastIndex(({ localName }) => !rulesOf(localName).isFormatting) + 1;
    // Unclosed links leave entries, so the search starts at the innermost block.
    let first = start;
    while (first < this.open.length && this.open[first]?.localName !== 'a') first++;
    if (first < this.open.length) this.closeFrom(first);
  }

  /** An item closes the previous one, as do cells and rows. */
  private endAround({ ends, within }: NonNullable<ElementRules['endsAround']>): void {
    for (let index = this.open.length - 1; index >= 0; index--) {
      const around = this.open[index]?.localName ?? '';
      if (ends.has(around)) {
        this.closeFrom(index);
        return;
      }
      if (within.has(around)) return;
    }
  }

  /** Content goes to the parent of that element from now on. The entries stay until their end tags. */
  private closeFrom(entry: number): void {
    let first = entry;
    while (first > 0 && this.open[first - 1] === this.open[entry]) first--;
    const outside = this.open[first - 1] ?? this.base;
    for (let index = first; index < this.open.length; index++) this.replace(index, outside);
  }

  private replace(index: number, element: LightElement): void {
    this.count(this.open[index] as LightElement, -1);
    this.count(element, 1);
    this.open[index] = element;
  }
}

/** A second html, head or body adds missing attributes. */
function adopt(element: LightElement, attributes: readonly string[]): void {
  let room = MAX_ATTRIBUTES - element.attributeCount;
  for (let at = 0; at < attributes.length && room > 0; at += 2) {
    const name = attributes[at] as string;
    if (element.getAttribute(name) !== null) continue;
    element.setAttribute(name, attributes[at + 1] as string);
    room--;
  }
}

function isShadowRoot(attributes: readonly string[]): boolean {
  return attributes.some((name, at) => at % 2 === 0 && (name === 'shadowrootmode' || name === 'shadowroot'));
}
