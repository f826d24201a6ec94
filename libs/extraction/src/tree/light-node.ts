import { upperCaseName } from './names';

export type LightNode = LightElement | LightText;

/** The `textContent` that turndown sees. It reads it at every level, which is quadratic; our writers use `textOf`. */
const SOLID = 'x';

const UNFLANKED = { leading: '', trailing: '' };

/** Ignores the fields that turndown sets on each node, which would be a third of the tree, and answers with constants. */
class TurndownNode {
  get isBlock(): boolean {
    return true;
  }
  set isBlock(_) {
    // Ignored.
  }

  get isCode(): boolean {
    return true;
  }
  set isCode(_) {
    // Ignored.
  }

  get isBlank(): boolean {
    return false;
  }
  set isBlank(_) {
    // Ignored.
  }

  get flankingWhitespace(): typeof UNFLANKED {
    return UNFLANKED;
  }
  set flankingWhitespace(_) {
    // Ignored.
  }
}

/**
 * The tree of a page, with the DOM members that turndown and css-select use. Children are a linked list, so that removing
 * thousands of text nodes is linear.
 */
export class LightText extends TurndownNode {
  /** On the prototype, see below. */
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
  /** Upper case. Renamed when the tree is prepared for markdown. */
  nodeName: string;
  parentNode: LightElement | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;
  firstChild: LightNode | null = null;
  lastChild: LightNode | null = null;

  constructor(
    /** Lower case. */
    readonly localName: string,
    /** Alternating names and values; the element owns the array. Interned names make linear search faster than a map. */
    private readonly pairs: string[] = [],
    /** 11: document or fragment. */
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

  /** In source order. */
  get attributes(): [name: string, value: string][] {
    const attributes: [string, string][] = [];
    for (let at = 0; at < this.pairs.length; at += 2) {
      attributes.push([this.pairs[at] as string, this.pairs[at + 1] as string]);
    }
    return attributes;
  }

  /** A detached element with another name and the same attributes, without children. */
  copyAs(localName: string): LightElement {
    return new LightElement(localName, [...this.pairs]);
  }

  get textContent(): string {
    return SOLID;
  }

  /** Turndown may modify the tree, so no copy is needed. */
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

  /** `child` must be detached. null: at the end. */
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
