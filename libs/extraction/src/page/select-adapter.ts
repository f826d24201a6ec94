import type { LightElement, LightNode } from '../tree/light-node';
import { oneName } from '../tree/names';
import { previousElement, textOf } from '../tree/walk';

/** The search exceeded its step limit. */
export class SearchTooLong extends Error {
  override readonly name = 'SearchTooLong';
}

/** Characters compared in the time of one step. */
const CHARACTERS_A_STEP = 64;

/**
 * The css-select adapter of the light tree, which must not change during the search. Counts steps, because `div div div x`
 * and `:has(:has(x))` can be exponential. `takeSteps` throws SearchTooLong at the limit.
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
    // The starting elements are siblings.
    removeSubsets: (nodes: LightNode[]): LightNode[] => nodes,
  };
}
