import { upperCaseName } from './names';

export type LightNode = LightElement | LightText;

/**
 * Turndown asks at every level whether a node is blank, and which white space its text begins and ends with: depth
 * times size of the page, for what our writers look at themselves. This is its answer. Everybody else takes `textOf`.
 */
const SOLID = 'x';

const UNFLANKED = { leading: '', trailing: '' };

/**
 * Turndown writes notes on the nodes that it goes through and reads them later. Here they are the same for all nodes,
 * and what it writes is let go: room for it would be a third of the tree.
 */
class TurndownNode {
  get isBlock(): boolean {
    return true;
  }
  set isBlock(_) {
    // Let go.
  }

  get isCode(): boolean {
    return true;
  }
  set isCode(_) {
    // Let go.
  }

  get isBlank(): boolean {
    return false;
  }
  set isBlank(_) {
    // Let go.
  }

  get flankingWhitespace(): typeof UNFLANKED {
    return UNFLANKED;
  }
  set flankingWhitespace(_) {
    // Let go.
  }
}

/**
 * The one tree of a page: links, metadata, selectors, main content and turndown all walk it. It has the members of a
 * DOM that turndown and css-select touch and no others.
 *
 * Children are a linked list, because collapsing white space takes out thousands of text nodes one by one and an array
 * would make that quadratic.
 */
export class LightText extends TurndownNode {
  /** One for all of them, see below. */
  declare readonly nodeType: 3;
  declare readonly nodeName: '#text';
  parentNode: LightElement | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;

  constructor(public data: string) {
    super();
  }

  get nodeValue(): string {
    return this.data;
  }

  get textContent(): string {
    return SOLID;
  }

  get firstChild(): null {
    return null;
  }

  get childNodes(): readonly LightNode[] {
    return [];
  }
}

Object.assign(LightText.prototype, { nodeType: 3, nodeName: '#text' });

export class LightElement extends TurndownNode {
  /** Upper case. Preparing a tree for markdown renames elements that are to be written like others. */
  nodeName: string;
  parentNode: LightElement | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;
  firstChild: LightNode | null = null;
  lastChild: LightNode | null = null;

  constructor(
    /** Lower case. */
    readonly localName: string,
    /**
     * A name, its value, the next name and so on; the array becomes the element's own. Most elements have one or two, and most questions are for what they
     * have not: names that are one string each (see names.ts) are looked through sooner than any table.
     */
    private readonly pairs: string[] = [],
    /** 11 for a root without an element of its own. */
    readonly nodeType: 1 | 11 = 1,
  ) {
    super();
    this.nodeName = upperCaseName(localName);
  }

  get childNodes(): LightNode[] {
    const nodes: LightNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  getAttribute(name: string): string | null {
    const { pairs } = this;
    for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === name) return pairs[at + 1] as string;
    return null;
  }

  setAttribute(name: string, value: string): void {
    const { pairs } = this;
    let at = 0;
    while (at < pairs.length && pairs[at] !== name) at += 2;
    pairs[at] = name;
    pairs[at + 1] = value;
  }

  removeAttribute(name: string): void {
    const { pairs } = this;
    for (let at = pairs.length - 2; at >= 0; at -= 2) if (pairs[at] === name) pairs.splice(at, 2);
  }

  get attributeCount(): number {
    return this.pairs.length / 2;
  }

  /** Names and values in the order of the source. */
  get attributes(): [name: string, value: string][] {
    const attributes: [string, string][] = [];
    for (let at = 0; at < this.pairs.length; at += 2) {
      attributes.push([this.pairs[at] as string, this.pairs[at + 1] as string]);
    }
    return attributes;
  }

  /** An element of another name with the same attributes, in no tree and without children. */
  copyAs(localName: string): LightElement {
    return new LightElement(localName, [...this.pairs]);
  }

  get textContent(): string {
    return SOLID;
  }

  /** Turndown copies the tree that it is given, to keep it whole. Ours is made for it. */
  cloneNode(): LightElement {
    return this;
  }

  appendChild(child: LightNode): void {
    child.parentNode = this;
    child.nextSibling = null;
    child.previousSibling = this.lastChild;
    if (this.lastChild === null) this.firstChild = child;
    else this.lastChild.nextSibling = child;
    this.lastChild = child;
  }

  /** `reference` is a child of this element; null: at the end. `child` is in no tree. */
  insertBefore(child: LightNode, reference: LightNode | null): void {
    if (reference === null) {
      this.appendChild(child);
      return;
    }
    child.parentNode = this;
    child.nextSibling = reference;
    child.previousSibling = reference.previousSibling;
    if (reference.previousSibling === null) this.firstChild = child;
    else reference.previousSibling.nextSibling = child;
    reference.previousSibling = child;
  }

  removeChild(child: LightNode): LightNode {
    if (child.previousSibling === null) this.firstChild = child.nextSibling;
    else child.previousSibling.nextSibling = child.nextSibling;
    if (child.nextSibling === null) this.lastChild = child.previousSibling;
    else child.nextSibling.previousSibling = child.previousSibling;
    child.parentNode = null;
    child.previousSibling = null;
    child.nextSibling = null;
    return child;
  }
}
