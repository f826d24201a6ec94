import type { LightElement, LightNode, LightText } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { isBlankText, isWhiteSpace, measureText, type TextFigures } from './characters';
import { isButton, isInline } from './inline-elements';

/** A run of text between block boundaries: a paragraph, a heading, a menu item, a cell. */
export interface TextBlock extends TextFigures {
  /** White space collapsed. */
  text: string;
  /** The innermost block element around it, an index into BlockElements. */
  element: number;
  nodes: LightText[];
  isPre: boolean;
  /** Share of its characters in links, 0..1. */
  linkShare: number;
  /** Share of its characters in buttons, 0..1. */
  buttonShare: number;
}

/** The block elements of a page in document order, one array per property. The blocks of an element are a range. */
export interface BlockElements {
  node: LightElement[];
  /** -1: none. */
  parent: number[];
  /** Index of its first block; `end` is exclusive. */
  first: number[];
  end: number[];
  depth: number[];
  /** Number of images and form controls in it, except those in inner block elements. */
  pictures: number[];
  controls: number[];
}

export interface PageBlocks {
  blocks: TextBlock[];
  elements: BlockElements;
}

const CONTROLS = new Set(['input', 'select', 'textarea']);

/** Two consecutive line breaks end a paragraph. */
const PARAGRAPH_BREAKS = 2;
/** Maximum number of text nodes of a block. A longer run is split. */
const MAX_NODES = 20_000;

interface Run {
  element: number;
  parts: string[];
  nodes: LightText[];
  isPre: boolean;
  linked: number;
  buttoned: number;
}

/** Cuts the descendants of `root` into blocks of text. */
export function cutIntoBlocks(root: LightElement): PageBlocks {
  const cutter = new BlockCutter();
  cutter.enter(root);
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) cutter.addText(node);
    else if (cutter.enter(node)) {
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      cutter.leave(node);
    }
    while (node !== root && node.nextSibling === null) {
      node = node.parentNode as LightElement;
      cutter.leave(node);
    }
    if (node === root) break;
    node = node.nextSibling as LightNode;
  }
  if (root.firstChild === null) cutter.leave(root);
  return { blocks: cutter.blocks, elements: cutter.elements };
}

class BlockCutter {
  readonly blocks: TextBlock[] = [];
  readonly elements: BlockElements = {
    node: [],
    parent: [],
    first: [],
    end: [],
    depth: [],
    pictures: [],
    controls: [],
  };
  private run: Run | undefined;
  private current = -1;
  private anchors = 0;
  private buttons = 0;
  private listings = 0;
  private breaks = 0;

  /** Returns false if the element is skipped: its children are not visited and `leave` is not called. */
  enter(element: LightElement): boolean {
    const name = element.localName;
    if (name === 'br') {
      this.addBreak();
      return false;
    }
    this.count(element);
    if (UNREAD.has(name)) return false;
    if (name === 'a') this.anchors++;
    if (isInline(element)) return true;
    this.flush();
    const { node, parent, first, end, depth, pictures, controls } = this.elements;
    const outer = this.current;
    this.current = node.length;
    node.push(element);
    parent.push(outer);
    first.push(this.blocks.length);
    end.push(0);
    depth.push(outer === -1 ? 0 : (depth[outer] as number) + 1);
    pictures.push(0);
    controls.push(0);
    if (isButton(element)) this.buttons++;
    if (name === 'pre') this.listings++;
    return true;
  }

  leave(element: LightElement): void {
    if (element.localName === 'a') this.anchors--;
    // Inline elements have no entry.
    if (this.elements.node[this.current] !== element) return;
    this.flush();
    if (isButton(element)) this.buttons--;
    if (element.localName === 'pre') this.listings--;
    this.elements.end[this.current] = this.blocks.length;
    this.current = this.elements.parent[this.current] as number;
  }

  addText(node: LightText): void {
    const isBlank = isBlankText(node.data);
    if (this.run === undefined && isBlank) return;
    if (this.run !== undefined && this.run.nodes.length >= MAX_NODES) this.flush();
    this.run ??= {
      element: this.current,
      parts: [],
      nodes: [],
      isPre: this.listings > 0,
      linked: 0,
      buttoned: 0,
    };
    const { run } = this;
    run.parts.push(node.data);
    run.nodes.push(node);
    if (isBlank) return;
    this.breaks = 0;
    if (this.anchors === 0 && this.buttons === 0) return;
    const solid = countSolid(node.data);
    if (this.anchors > 0) run.linked += solid;
    if (this.buttons > 0) run.buttoned += solid;
  }

  private count(element: LightElement): void {
    const { pictures, controls } = this.elements;
    const outer = this.current;
    if (outer === -1) return;
    if (element.localName === 'img') pictures[outer] = (pictures[outer] as number) + 1;
    else if (CONTROLS.has(element.localName) && element.getAttribute('type') !== 'hidden') {
      controls[outer] = (controls[outer] as number) + 1;
    }
  }

  private addBreak(): void {
    if (this.run === undefined) return;
    this.run.parts.push('\n');
    if (++this.breaks >= PARAGRAPH_BREAKS) this.flush();
  }

  private flush(): void {
    const { run } = this;
    this.run = undefined;
    this.breaks = 0;
    if (run === undefined) return;
    const text = collapse(run.parts.length === 1 ? (run.parts[0] as string) : run.parts.join(''));
    if (text !== '') this.blocks.push(toBlock(run, text));
  }
}

const SPACES_TO_COLLAPSE = /[^\S ]| {2}/;

/** Most texts contain only single spaces and are returned unchanged. */
function collapse(text: string): string {
  const trimmed = text.trim();
  return SPACES_TO_COLLAPSE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

function countSolid(text: string): number {
  const { length } = text;
  let count = 0;
  for (let at = 0; at < length; at++) if (!isWhiteSpace(text.charCodeAt(at))) count++;
  return count;
}

function toBlock({ element, nodes, isPre, linked, buttoned }: Run, text: string): TextBlock {
  const { words, chars, punctuation, digits, spaces, hashes, tokens } = measureText(text);
  const solid = Math.max(1, text.length - spaces);
  const linkShare = Math.min(1, linked / solid);
  const buttonShare = Math.min(1, buttoned / solid);
  // Assigned one by one: spreading takes as long as measuring and creates slower objects.
  return {
    text,
    element,
    nodes,
    isPre,
    linkShare,
    buttonShare,
    words,
    chars,
    punctuation,
    digits,
    spaces,
    hashes,
    tokens,
  };
}
