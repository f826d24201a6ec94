/**
 * Finds content that a document still lacks. `everything`: no words except "Loading…", no images and no controls;
 * `something`: few words, and a part that is empty or loading. Runs in the isolated world of a page, so it must be
 * self-contained; named elements shadow properties, so it reads through the prototypes.
 */
export function findMissingContent(): 'everything' | 'something' | 'nothing' {
  /** Characters of text from which a page is complete. */
  const enoughText = 200;
  const maxNodes = 20_000;
  /** Spinners and icons are smaller than images with content. */
  const minPicturePx = 100 * 100;
  const invisible = new Set('script style noscript noframes template head title'.split(' '));
  const mountPoint =
    /^(?:root|app|__next|__nuxt|___gatsby|app-root|app-container|app-mount|react-root|react-app|reactroot|main-app|svelte|q-app|ember-app|vue-app|spa-root|mount)$/i;
  const placeholder =
    /^(?:loading|please wait|one moment|just a moment|initiali[sz]ing|starting|chargement|laden|wird geladen|cargando|carregando|caricamento|загрузка|加载中|読み込み中)[^.!?…]{0,30}[.!?…\s]*$/i;
  const asksForScripts = /enable java ?script|java ?script (?:is|must be|to be) (?:disabled|required|enabled)/i;
  const busyClass = /skeleton|spinner|shimmer|preloader|(?:^|[-_])(?:loader|loading)(?:$|[-_])/i;

  const body = read<Element | null>(Document.prototype, 'body', document);
  if (body === null) return 'everything';
  const words = { text: '' };
  const seen = {
    nodes: 0,
    shows: false,
    isBusy: isBusy(read(Document.prototype, 'documentElement', document)),
    hasEmptyMount: false,
  };
  look(body);
  const text = words.text.replace(/\s+/g, ' ').trim();
  if (text.length >= enoughText || seen.nodes >= maxNodes) return 'nothing';
  const isWordless = !/[\p{L}\p{N}]/u.test(text) || placeholder.test(text) || asksForScripts.test(text);
  const isUnfinished = seen.isBusy || seen.hasEmptyMount;
  if (isWordless && (isUnfinished || !seen.shows)) return 'everything';
  return isUnfinished ? 'something' : 'nothing';

  function look(root: Node): void {
    const walker = Document.prototype.createTreeWalker.call(
      document,
      root,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => (node instanceof Element && !isDisplayed(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
    );
    for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
      seen.nodes += 1;
      if (words.text.length >= enoughText || seen.nodes >= maxNodes) return;
      if (node instanceof Text) {
        words.text += ` ${node.data.trim().slice(0, enoughText)}`.trimEnd();
      } else if (node instanceof Element) {
        seen.isBusy ||= isBusy(node);
        seen.shows ||= isToSee(node);
        if (mountPoint.test(attribute(node, 'id') ?? '') && isEmpty(node)) seen.hasEmptyMount = true;
        const shadowRoot = shadowOf(node);
        if (shadowRoot !== null) look(shadowRoot);
      }
    }
  }

  function isDisplayed(element: Element): boolean {
    return !invisible.has(nameOf(element)) && Element.prototype.checkVisibility.call(element);
  }

  function isEmpty(element: Element): boolean {
    if (shadowOf(element) !== null || Element.prototype.querySelector.call(element, '*') !== null) return false;
    return read<string>(Node.prototype, 'textContent', element).trim() === '';
  }

  function isBusy(element: Element): boolean {
    if (attribute(element, 'aria-busy') === 'true') return true;
    if (nameOf(element) === 'progress' || attribute(element, 'role') === 'progressbar') return true;
    return (attribute(element, 'class') ?? '').split(/\s+/).some((name) => busyClass.test(name));
  }

  function isToSee(element: Element): boolean {
    const name = nameOf(element);
    if (/^(?:button|select|textarea|audio)$/.test(name)) return true;
    if (name === 'input') return attribute(element, 'type')?.toLowerCase() !== 'hidden';
    if (!/^(?:img|picture|svg|video|canvas|iframe|frame|object|embed)$/.test(name)) return false;
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    return width * height >= minPicturePx;
  }

  function nameOf(element: Element): string {
    return read(Element.prototype, 'localName', element);
  }

  function attribute(element: Element, name: string): string | null {
    return Element.prototype.getAttribute.call(element, name);
  }

  function shadowOf(element: Element): ShadowRoot | null {
    return read(Element.prototype, 'shadowRoot', element);
  }

  function read<T>(prototype: Node, name: string, node: Node): T {
    return Object.getOwnPropertyDescriptor(prototype, name)!.get!.call(node) as T;
  }
}
