/** What is to go out of sight in a document. */
export interface HiddenParts {
  /** Selectors by which something is taken for unwanted wherever it stands: content is spared. */
  generic: readonly string[];
  /** Selectors that were written for this very site, or this very dialog. */
  specific: readonly string[];
  /** Addresses that were not fetched; their frames and pictures are empty boxes. */
  blockedUrls: readonly string[];
}

/** In each isolated world; the tree is read without what is in it, see serializeDocument. */
export interface HidingWorld {
  concealed?: WeakSet<Node>;
}

/**
 * Hides elements, for screenshots and clicks, and remembers them, for the text of the page. They stay in the tree:
 * scripts that have made them may count on them. Gives how many there are.
 *
 * Runs in the isolated world of a frame, so it must be whole in itself.
 */
export function hideDistractions({ generic, specific, blockedUrls }: HiddenParts): number {
  /** Of the text of the page: a container with more of it is no advertisement, whatever it is called. */
  const maxShare = 0.3;
  const minText = 200;
  const world = globalThis as typeof globalThis & HidingWorld;
  world.concealed ??= new WeakSet();
  const { concealed } = world;
  const find = (selector: string): Element[] => [...Document.prototype.querySelectorAll.call(document, selector)];
  const findAll = (selectors: readonly string[]): Element[] => {
    if (selectors.length === 0) return [];
    try {
      return find(selectors.join(','));
    } catch {
      // One of them is none for this browser: the others count.
      return selectors.flatMap((selector) => {
        try {
          return find(selector);
        } catch {
          return [];
        }
      });
    }
  };
  const lengthOf = (element: Element): number => (element.textContent ?? '').length;
  const body = find('body')[0];
  const pageLength = body === undefined ? 0 : lengthOf(body);
  const isPage = (element: Element): boolean => element === body || element === document.documentElement;
  const isContent = (element: Element): boolean => {
    if (Element.prototype.matches.call(element, 'main, [role=main]')) return true;
    if (Element.prototype.querySelector.call(element, 'main, [role=main], h1') !== null) return true;
    const length = lengthOf(element);
    return length > minText && length > pageLength * maxShare;
  };
  const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')!.get!;
  const hide = (element: Element): void => {
    concealed.add(element);
    // By the getter: a form with a field of that name answers for its field.
    if (element instanceof HTMLElement) {
      (styleOf.call(element) as CSSStyleDeclaration).setProperty('display', 'none', 'important');
    }
  };
  const blocked = new Set(blockedUrls);
  const holders =
    blocked.size === 0
      ? []
      : find('iframe[src], img[src], embed[src], object[data]').filter((element) => {
          const address = element.getAttribute('src') ?? element.getAttribute('data') ?? '';
          return URL.canParse(address, document.baseURI) && blocked.has(new URL(address, document.baseURI).href);
        });
  const unwanted = new Set([
    ...findAll(generic).filter((element) => !isContent(element)),
    ...findAll(specific),
    ...holders,
  ]);
  for (const element of unwanted) if (!isPage(element)) hide(element);
  return unwanted.size;
}
