import type { LightElement, LightNode } from '../tree/light-node';
import { previousElement, textOf } from '../tree/walk';

/**
 * The light tree as css-select wants to see it, for one search of a tree that does not change meanwhile: positions
 * among siblings (`:nth-child`) are counted for every element anew, over an array that is made once.
 */
export function createTreeAdapter() {
  const children = new Map<LightNode, LightNode[]>();
  const childrenOf = (node: LightNode): LightNode[] => {
    let nodes = children.get(node);
    if (nodes === undefined) {
      nodes = node.nodeType === 3 ? [] : node.childNodes;
      children.set(node, nodes);
    }
    return nodes;
  };
  return {
    isTag: (node: LightNode): node is LightElement => node.nodeType === 1,
    getName: (element: LightElement) => element.localName,
    getAttributeValue: (element: LightElement, name: string) => element.getAttribute(name) ?? undefined,
    hasAttrib: (element: LightElement, name: string) => element.getAttribute(name) !== null,
    getChildren: childrenOf,
    getParent: (element: LightElement): LightNode | null => element.parentNode,
    getSiblings: (node: LightNode): LightNode[] => (node.parentNode === null ? [node] : childrenOf(node.parentNode)),
    prevElementSibling: (node: LightNode): LightElement | null => previousElement(node),
    getText: (node: LightNode): string => (node.nodeType === 3 ? node.data : textOf(node)),
    removeSubsets: (nodes: LightNode[]): LightNode[] => keepOutermost(nodes),
  };
}

/** Without the nodes that lie in another one of `nodes`, and without repetition; the order stays. */
export function keepOutermost<T extends LightNode>(nodes: readonly T[]): T[] {
  const all = new Set<LightNode>(nodes);
  return [...(all as Set<T>)].filter((node) => {
    for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) if (all.has(parent)) return false;
    return true;
  });
}
