import { isHiddenByMarkup } from '../tree/hidden-by-markup';
import type { LightElement, LightNode } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { detach, nextAfter, nextNode } from '../tree/walk';

/** Shorter lists may be repeated on purpose. */
const MENU_LINKS = 6;

/** Removes menus that repeat an earlier one, for other screen widths. */
export function dropRepeatedMenus(root: LightElement): void {
  const menus = new Set<string>();
  const repeated: LightElement[] = [];
  /** The node after the current list, whose nested lists are skipped. */
  let behindList: LightNode | null | undefined;
  for (let node = root.firstChild; node !== null; ) {
    if (node === behindList) behindList = undefined;
    const isPassed = node.nodeType !== 3 && (UNREAD.has(node.localName) || isHiddenByMarkup(node));
    const behind: LightNode | null = isPassed ? nextAfter(node, root) : nextNode(node, root);
    if (!isPassed && node.nodeType !== 3 && behindList === undefined && isList(node)) {
      behindList = nextAfter(node, root);
      if (isMenu(node)) {
        const text = describe(node);
        if (menus.has(text)) repeated.push(node);
        else menus.add(text);
      }
    }
    node = behind;
  }
  for (const menu of repeated) detach(menu);
}

function isList({ localName }: LightElement): boolean {
  return localName === 'ul' || localName === 'ol';
}

function isMenu(list: LightElement): boolean {
  let links = 0;
  for (let node = list.firstChild; node !== null && links < MENU_LINKS; node = nextNode(node, list)) {
    if (node.nodeType !== 3 && node.localName === 'a') links++;
  }
  return links >= MENU_LINKS;
}

function describe(menu: LightElement): string {
  const parts: string[] = [];
  for (let node: LightNode | null = menu.firstChild; node !== null; node = nextNode(node, menu)) {
    if (node.nodeType === 3) parts.push(node.data.trim());
    else if (node.localName === 'a') parts.push(` ${node.getAttribute('href') ?? ''} `);
  }
  return parts.join('');
}
