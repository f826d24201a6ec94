import type { JobUrl } from './load-urls';

export type PageState = JobUrl['state'];
export const shownStates: readonly PageState[] = ['done', 'failed', 'skipped', 'queued', 'leased'];

export interface TreeNode {
  /** The last part of the path. */
  name: string;
  path: string;
  counts: Record<PageState, number>;
  total: number;
  children: Map<string, TreeNode>;
}

const MAX_DEPTH = 12;

/** The pages of a job as folders: hosts, then the parts of their paths. */
export function treeOf(urls: readonly JobUrl[]): TreeNode {
  const root = nodeOf('', '');
  for (const { url, state } of urls) {
    let node = root;
    count(node, state);
    for (const part of partsOf(url)) {
      let child = node.children.get(part);
      if (child === undefined) {
        child = nodeOf(part, `${node.path}/${part}`);
        node.children.set(part, child);
      }
      node = child;
      count(node, state);
    }
  }
  return root;
}

function partsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { host, pathname, search } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const shown = parts.length > MAX_DEPTH ? [...parts.slice(0, MAX_DEPTH), '…'] : parts;
  return [host, ...shown, ...(search === '' ? [] : [search])];
}

const nodeOf = (name: string, path: string): TreeNode => ({
  name,
  path,
  counts: { done: 0, failed: 0, skipped: 0, queued: 0, leased: 0 },
  total: 0,
  children: new Map(),
});

function count(node: TreeNode, state: PageState): void {
  node.counts[state] += 1;
  node.total += 1;
}

export interface TreeRow {
  node: TreeNode;
  depth: number;
  isOpen: boolean;
}

/** The visible rows of a tree, largest folders first. */
export function treeRows(root: TreeNode, open: ReadonlySet<string>, depth = 0): TreeRow[] {
  const children = [...root.children.values()].sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
  return children.flatMap((node) => {
    const isOpen = open.has(node.path) && node.children.size > 0;
    return [{ node, depth, isOpen }, ...(isOpen ? treeRows(node, open, depth + 1) : [])];
  });
}

/** Number of pages by state and reason, most frequent first. */
export function reasonsOf(urls: readonly JobUrl[]): { state: PageState; reason: string; total: number }[] {
  const found = new Map<string, { state: PageState; reason: string; total: number }>();
  for (const { state, reason } of urls) {
    if (reason === undefined) continue;
    const key = `${state} ${reason}`;
    const entry = found.get(key) ?? { state, reason, total: 0 };
    entry.total += 1;
    found.set(key, entry);
  }
  return [...found.values()].sort((a, b) => b.total - a.total);
}
