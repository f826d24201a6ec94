import { LightElement, type LightNode } from './light-node';

/** The node after `node` in document order within `root`; null at the end. */
export function nextNode(node: LightNode, root: LightElement): LightNode | null {
  return node.firstChild ?? nextAfter(node, root);
}

/** As nextNode, but past everything inside `node`. */
export function nextAfter(node: LightNode, root: LightElement): LightNode | null {
  let current: LightNode | null = node;
  while (current !== null && current !== root) {
    if (current.nextSibling !== null) return current.nextSibling;
    current = current.parentNode;
  }
  return null;
}

/** The elements below `root` in document order. The tree must not change while this is walked. */
export function* elementsOf(root: LightElement): Generator<LightElement> {
  for (let node = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== 3) yield node;
  }
}

export function findElement(root: LightElement, test: (element: LightElement) => boolean): LightElement | undefined {
  for (let node = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== 3 && test(node)) return node;
  }
  return undefined;
}

const MAX_CLASSES = 300;

/** The class attribute, cut to a reasonable length; empty if absent. */
export function classesOf(element: LightElement): string {
  return element.getAttribute('class')?.slice(0, MAX_CLASSES) ?? '';
}

export function textOf(root: LightElement): string {
  let text = '';
  for (let node = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 3) text += node.data;
  }
  return text;
}

/** The number of ancestors. */
export function depthOf(element: LightElement): number {
  let depth = 0;
  for (let outer = element.parentNode; outer !== null; outer = outer.parentNode) depth++;
  return depth;
}

export function detach(node: LightNode): void {
  node.parentNode?.removeChild(node);
}

/** Puts the children of `element` in its place. */
export function unwrap(element: LightElement): void {
  const parent = element.parentNode;
  if (parent === null) return;
  for (const child of element.childNodes) {
    element.removeChild(child);
    parent.insertBefore(child, element);
  }
  parent.removeChild(element);
}

export function moveChildren(from: LightElement, to: LightElement): void {
  for (const child of from.childNodes) {
    from.removeChild(child);
    to.appendChild(child);
  }
}

/** The adjacent node, skipping white space. */
export function contentBeside(node: LightNode, side: 'previousSibling' | 'nextSibling'): LightNode | null {
  let beside = node[side];
  while (beside !== null && beside.nodeType === 3 && beside.data.trim() === '') beside = beside[side];
  return beside;
}

export function previousElement(node: LightNode): LightElement | null {
  let sibling = node.previousSibling;
  while (sibling !== null && sibling.nodeType === 3) sibling = sibling.previousSibling;
  return sibling as LightElement | null;
}

export function nextElement(node: LightNode): LightElement | null {
  let sibling = node.nextSibling;
  while (sibling !== null && sibling.nodeType === 3) sibling = sibling.nextSibling;
  return sibling as LightElement | null;
}

export function createFragment(): LightElement {
  return new LightElement('#fragment', [], 11);
}
