/** The present state of the main frame's document. */
export interface DocumentLook {
  readyState: DocumentReadyState;
  /** Milliseconds without a change of the tree, counted from the first inspection. */
  quietMs: number;
  /** Nothing can change the tree: it has no script and no frame. */
  isStill: boolean;
  /** The document leads on to another address by itself, this many milliseconds after it is complete. */
  refreshMs?: number;
}

/**
 * Runs in the isolated world of a page. Reads through the prototypes' getters: `<img name=readyState>` shadows the
 * document's own property.
 */
export function inspectDocument(): DocumentLook {
  const watching = globalThis as typeof globalThis & { treeChangedAt?: number };
  const read = <T>(name: string): T =>
    Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document) as T;
  const find = (selector: string): Element[] => [...Document.prototype.querySelectorAll.call(document, selector)];
  if (watching.treeChangedAt === undefined) {
    watching.treeChangedAt = performance.now();
    new MutationObserver(() => {
      watching.treeChangedAt = performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }
  const refreshOf = (element: Element): number | undefined => {
    const [, seconds, address = ''] =
      /^\s*(\d{1,6}(?:\.\d*)?)\s*[;,\s]\s*(?:url\s*=)?\s*(.*)$/is.exec(element.getAttribute('content') ?? '') ?? [];
    const target = address.trim().replace(/^(["'])(.*?)\1.*$/s, '$2');
    // Without another address the page only refreshes itself again and again.
    if (seconds === undefined || target === '' || !URL.canParse(target, element.baseURI)) return undefined;
    const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');
    const next = withoutFragment(new URL(target, element.baseURI).href);
    return next === withoutFragment(location.href) ? undefined : Number(seconds) * 1000;
  };
  const delays = find('meta[http-equiv="refresh" i]').map(refreshOf);
  return {
    readyState: read<DocumentReadyState>('readyState'),
    quietMs: performance.now() - watching.treeChangedAt,
    isStill: find('script, iframe, frame, object, embed, [onload], [onerror]').length === 0,
    refreshMs: delays.find((delay) => delay !== undefined),
  };
}
