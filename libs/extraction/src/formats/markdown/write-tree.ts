import TurndownService from 'turndown';
import { LightElement, type LightNode } from '../../tree/light-node';
import { detach, findElement, moveChildren, nextNode, unwrap } from '../../tree/walk';
import { isBlock, isPlain } from './blocks';

/** Writes an element down; `content` is what it holds, written already. */
export type Write = (content: string, element: LightElement) => string;

export interface Writer {
  write: Write;
  /** It looks at the element alone, not at what has been written of what that holds. */
  isOpaque: boolean;
  /** It is to be asked even if the content is nothing but white space. */
  isMeaningfulWhenBlank: boolean;
}

/** Turndown leaves the white space alone of what it takes for a listing. Ours is collapsed already, and escaped since. */
const LISTING = 'pre';
/** A block by turndown's own list that no page has had since HTML 3: here it stands around everything. */
const WHOLE = 'isindex';

/**
 * Turndown with a writer for each name instead of its rules. Elements without one are what they hold; blocks are
 * paragraphs. Texts are taken as they are.
 */
export class TreeWriter {
  private readonly service = new TurndownService();
  private whole = '';

  constructor(writers: ReadonlyMap<string, Writer>) {
    const rules = new Map<string, TurndownService.Rule>();
    for (const [name, writer] of writers)
      rules.set(
        name,
        toRule((content, element) => writeWith(writer, content, element)),
      );
    const keepWhole = (content: string): string => {
      this.whole = content;
      return '';
    };
    rules.set(WHOLE.toUpperCase(), toRule(keepWhole));
    const plain = toRule((content, element) => (isBlock(element) ? `\n\n${content}\n\n` : content));
    // Turndown goes through its rules one by one for every node; a name has one rule here.
    this.service.rules.forNode = (node: unknown) => rules.get((node as LightElement).nodeName) ?? plain;
    this.service.escape = (text) => text;
  }

  /** The markdown of what lies in `root`. Takes it out of `root`. */
  write(root: LightElement): string {
    emptyBlankBlocks(root);
    unwrapOnlyBlocks(root);
    const listing = new LightElement(LISTING);
    const whole = new LightElement(WHOLE);
    listing.appendChild(whole);
    moveChildren(root, whole);
    // Not what turndown returns: it would cut the white space at the end in the square of the longest run of it.
    this.service.turndown(listing as unknown as TurndownService.Node);
    const { whole: markdown } = this;
    this.whole = '';
    return markdown;
  }
}

/** Takes out blocks that are nothing but another one: turndown copies what each holds once more. */
function unwrapOnlyBlocks(root: LightElement): void {
  // What lies around a listing may name its language.
  if (findElement(root, ({ nodeName }) => nodeName === 'PRE') !== undefined) return;
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    const following: LightNode | null = nextNode(node, root);
    if (node.nodeType !== 3 && isAllOfAnother(node)) unwrap(node);
    node = following;
  }
}

function isAllOfAnother(element: LightElement): boolean {
  const { parentNode: around, nodeName } = element;
  if (around === null || around.firstChild !== around.lastChild) return false;
  // A paragraph has a writer, which leaves blank ones out.
  return nodeName !== 'P' && isPlain(element) && isBlock(element) && isPlain(around) && isBlock(around);
}

function toRule(write: Write): TurndownService.Rule {
  return { filter: [], replacement: write as never };
}

function writeWith(writer: Writer, content: string, element: LightElement): string {
  if (writer.isOpaque) return writer.write('', element);
  const isBlank = !/\S/.test(content);
  if (isBlank && !writer.isMeaningfulWhenBlank) return isBlock(element) ? '\n\n' : content;
  if (isBlock(element)) return writer.write(content, element);
  // White space at an edge is no part of a link or of emphasis.
  const core = content.trim();
  const lead = core === '' ? content.length : content.indexOf(core);
  return content.slice(0, lead) + writer.write(core, element) + content.slice(lead + core.length);
}

/** Pages put a non-breaking space into a block so that it is not empty for them. */
function emptyBlankBlocks(root: LightElement): void {
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
