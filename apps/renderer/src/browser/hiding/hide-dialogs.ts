import type { ConsentWorld } from './consent-session';
import type { HidingWorld } from './hide-distractions';

/**
 * Hides consent dialogs from screenshots and text. If one was visible (or `found`), also removes its effects on the page:
 * blocked scrolling and backdrops. Returns whether one was visible. Runs in the isolated world, so it must be
 * self-contained.
 */
export function hideDialogs({ selectors, found }: { selectors: readonly string[]; found: boolean }): boolean {
  const world = globalThis as typeof globalThis & HidingWorld & ConsentWorld;
  world.concealed ??= new WeakSet();
  const { concealed, consentDialog } = world;
  const styleGetter = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')!.get!;
  const set = (element: Element, name: string, value: string): void => {
    if (!(element instanceof HTMLElement)) return;
    (styleGetter.call(element) as CSSStyleDeclaration).setProperty(name, value, 'important');
  };
  const find = (selector: string): Element[] => {
    try {
      return [...Document.prototype.querySelectorAll.call(document, selector)];
    } catch {
      // The selector uses the library's own syntax.
      return [];
    }
  };
  const [body] = find('body');
  const holdsPage = (element: Element): boolean =>
    element.contains(body ?? null) ||
    Element.prototype.matches.call(element, 'main, [role=main], article') ||
    Element.prototype.querySelector.call(element, 'main, [role=main], article') !== null;
  const dialogs = [...selectors.flatMap(find), ...(consentDialog === undefined ? [] : [consentDialog])];
  const hide = (element: Element): void => {
    concealed.add(element);
    set(element, 'display', 'none');
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
  };
  // The content of a container may be fixed while the container has no size.
  const isInSight = (element: Element): boolean =>
    [element, ...element.children, ...(element.shadowRoot?.children ?? [])].some(isSeen);
  const unwanted = dialogs.filter((dialog) => !holdsPage(dialog));
  const wasInSight = found || unwanted.some(isInSight);
  for (const dialog of unwanted) hide(dialog);
  if (!wasInSight) return false;
  for (const element of find('html, body')) {
    const style = getComputedStyle(element);
    if (style.overflowY === 'hidden' || style.overflowY === 'clip') set(element, 'overflow', 'visible');
    if (style.position === 'fixed') set(element, 'position', 'static');
  }
  const isCurtain = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      getComputedStyle(element).position === 'fixed' &&
      width >= innerWidth * 0.9 &&
      height >= innerHeight * 0.9 &&
      (element.textContent ?? '').trim() === '' &&
      Element.prototype.querySelector.call(element, 'img, video, canvas, iframe, object, svg') === null
    );
  };
  for (const element of Document.prototype.elementsFromPoint.call(document, innerWidth / 2, innerHeight / 2)) {
    if (isCurtain(element) && !holdsPage(element)) hide(element);
  }
  return true;
}
