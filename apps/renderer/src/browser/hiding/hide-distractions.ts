export interface HiddenParts {
  /** Generic selectors. Elements with much of the page's text are kept. */
  generic: readonly string[];
  specific: readonly string[];
  /** Blocked URLs: their frames and images are empty boxes. */
  blockedUrls: readonly string[];
}

/** The hidden elements in each isolated world. Excluded from the text, see serializeDocument. */
export interface HidingWorld {
  concealed?: WeakSet<Node>;
}

/**
 * Hides elements from screenshots, clicks and text, and returns their number. They remain in the tree, because scripts
 * may rely on them. Runs in the isolated world of a frame, so it must be self-contained.
 */
export function hideDistractions({ generic, specific, blockedUrls }: HiddenParts): number {
  /** A container with a larger share of the page's text is not an ad. */
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
      // This browser does not support one of the selectors.
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
    // Through the prototype's getter, because a form field named `style` shadows the property.
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
