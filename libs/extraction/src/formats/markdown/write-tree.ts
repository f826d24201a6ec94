import TurndownService from 'turndown';
import { LightElement, type LightNode } from '../../tree/light-node';
import { detach, findElement, moveChildren, nextNode, unwrap } from '../../tree/walk';
import { isBlock, isPlain } from './blocks';

/** Returns the markdown of an element whose children are `content`. */
export type Write = (content: string, element: LightElement) => string;

export interface Writer {
  write: Write;
  /** Ignores `content`. */
  isOpaque: boolean;
  /** Is called even if `content` is only white space. */
  isMeaningfulWhenBlank: boolean;
}

/** Turndown collapses no white space in this element. Here it is collapsed and escaped already. */
const PREFORMATTED = 'pre';
const DOCUMENT = 'markdown-document';

/** Turndown with one writer for each element name. Elements without one are their content, blocks paragraphs. */
export class TreeWriter {
  private readonly service = new TurndownService();
  private document = '';

  constructor(private readonly writers: ReadonlyMap<string, Writer>) {
    // The last rule added is asked first. A rule for each name would be a search through all of them for every node.
    this.service.addRule('writers', {
      filter: () => true,
      replacement: (content, node) => this.writeNode(content, node as unknown as LightElement),
    });
  }

  /** Returns the markdown of the children of `root`, which are moved. */
  write(root: LightElement): string {
    const preformatted = new LightElement(PREFORMATTED);
    const document = new LightElement(DOCUMENT);
    preformatted.appendChild(document);
    moveChildren(root, document);
    // Its result is not used: turndown trims the end in quadratic time.
    this.service.turndown(preformatted as unknown as TurndownService.Node);
    const markdown = this.document;
    this.document = '';
    return markdown;
  }

  private writeNode(content: string, element: LightElement): string {
    if (element.localName === DOCUMENT) {
      this.document = content;
      return '';
    }
    const writer = this.writers.get(element.nodeName);
    if (writer !== undefined) return writeWith(writer, content, element);
    return isBlock(element) ? `\n\n${content}\n\n` : content;
  }
}

function writeWith(writer: Writer, content: string, element: LightElement): string {
  if (writer.isOpaque) return writer.write('', element);
  const isBlank = !/\S/.test(content);
  if (isBlank && !writer.isMeaningfulWhenBlank) return isBlock(element) ? '\n\n' : content;
  if (isBlock(element)) return writer.write(content, element);
  // White space at an edge goes outside of links and emphasis.
  const core = content.trim();
  const lead = core === '' ? content.length : content.indexOf(core);
  return content.slice(0, lead) + writer.write(core, element) + content.slice(lead + core.length);
}

/** Unwraps blocks that are the only child of a block: turndown copies the content of each. */
export function unwrapOnlyBlocks(root: LightElement): void {
  // An element around a code block may name its language.
  if (findElement(root, ({ nodeName }) => nodeName === 'PRE') !== undefined) return;
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    const following: LightNode | null = nextNode(node, root);
    if (node.nodeType !== 3 && isOnlyBlock(node)) unwrap(node);
    node = following;
  }
}

function isOnlyBlock(element: LightElement): boolean {
  const { parentNode: around, nodeName } = element;
  if (around === null || around.firstChild !== around.lastChild) return false;
  // The writer of paragraphs omits blank ones.
  return nodeName !== 'P' && isPlain(element) && isBlock(element) && isPlain(around) && isBlock(around);
}

/** Removes the no-break space that pages put into blocks to keep them open. */
export function emptyBlankBlocks(root: LightElement): void {
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    const following: LightNode | null = nextNode(node, root);
    if (node.nodeType === 3 && !/\S/.test(node.data) && isAllOfBlock(node)) detach(node);
    node = following;
  }
}

function isAllOfBlock(node: LightNode): boolean {
  let around = node.parentNode;
  while (around !== null && around.firstChild === around.lastChild) {
    if (isBlock(around)) return true;
    around = around.parentNode;
  }
  return false;
}
