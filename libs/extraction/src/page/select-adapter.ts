import type { LightElement, LightNode } from '../tree/light-node';
import { oneName } from '../tree/names';
import { previousElement, textOf } from '../tree/walk';

/** The search took more steps than it may. */
export class SearchTooLong extends Error {
  override readonly name = 'SearchTooLong';
}

/** Characters that are read in the time of one step from node to node. */
const CHARACTERS_A_STEP = 64;

/**
 * The light tree as css-select wants to see it, for searches of a tree that does not change meanwhile. Every question
 * counts: `div div div x` and `:has(:has(x))` can be made to take the depth of the page to the power of their length.
 * `takeSteps` throws SearchTooLong when it is enough.
 */
export function createTreeAdapter(takeSteps: (steps: number) => void) {
  const children = new Map<LightNode, LightNode[]>();
  const childrenOf = (node: LightNode): LightNode[] => {
    let nodes = children.get(node);
    if (nodes === undefined) {
      nodes = node.nodeType === 3 ? [] : node.childNodes;
      children.set(node, nodes);
    }
    return nodes;
  };
  let asked = '';
  let known = '';
  const nameAsked = (name: string): string => {
    if (name !== asked) {
      asked = name;
      known = oneName(name);
    }
    return known;
  };
  return {
    isTag: (node: LightNode): node is LightElement => {
      takeSteps(1);
      return node.nodeType === 1;
    },
    getName: (element: LightElement) => {
      takeSteps(1);
      return element.localName;
    },
    getAttributeValue: (element: LightElement, name: string) => {
      const value = element.getAttribute(nameAsked(name)) ?? undefined;
      takeSteps(1 + (value?.length ?? 0) / CHARACTERS_A_STEP);
      return value;
    },
    hasAttrib: (element: LightElement, name: string) => {
      takeSteps(1);
      return element.getAttribute(nameAsked(name)) !== null;
    },
    equals: (one: LightNode, other: LightNode) => {
      takeSteps(1);
      return one === other;
    },
    getChildren: childrenOf,
    getParent: (element: LightElement): LightNode | null => element.parentNode,
    getSiblings: (node: LightNode): LightNode[] => (node.parentNode === null ? [node] : childrenOf(node.parentNode)),
    prevElementSibling: (node: LightNode): LightElement | null => previousElement(node),
    getText: (node: LightNode): string => {
      const text = node.nodeType === 3 ? node.data : textOf(node);
      takeSteps(1 + text.length / CHARACTERS_A_STEP);
      return text;
    },
    // Of the elements where a search begins, which are siblings here.
    removeSubsets: (nodes: LightNode[]): LightNode[] => nodes,
  };
}
