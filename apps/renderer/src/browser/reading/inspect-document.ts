export interface DocumentLook {
  readyState: DocumentReadyState;
  /** Milliseconds without a change of the tree, since the first inspection. */
  quietMs: number;
  /** Whether nothing can change the tree: no script and no frame. */
  isStill: boolean;
  url: string;
  baseUrl: string;
  refreshes: string[];
}

/**
 * Runs in the isolated world of a page. Reads through the prototypes' getters, because `<img name=readyState>` shadows
 * the document's own property.
 */
export function inspectDocument(): DocumentLook {
  const watching = globalThis as typeof globalThis & { treeChangedAt?: number };
  const read = <T>(name: string, prototype: object = Document.prototype): T =>
    Object.getOwnPropertyDescriptor(prototype, name)!.get!.call(document) as T;
  const find = (selector: string): Element[] => [...Document.prototype.querySelectorAll.call(document, selector)];
  if (watching.treeChangedAt === undefined) {
    watching.treeChangedAt = performance.now();
    new MutationObserver(() => {
      watching.treeChangedAt = performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }
  return {
    readyState: read<DocumentReadyState>('readyState'),
    quietMs: performance.now() - watching.treeChangedAt,
    isStill: find('script, iframe, frame, object, embed, [onload], [onerror]').length === 0,
    url: location.href,
    baseUrl: read<string>('baseURI', Node.prototype),
    refreshes: find('meta[http-equiv="refresh" i]')
      .slice(0, 10)
      .map((meta) => (meta.getAttribute('content') ?? '').slice(0, 10_000)),
  };
}
