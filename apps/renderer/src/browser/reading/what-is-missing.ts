/**
 * What the document still has to show, by its looks.
 * - everything: there are no words beside "Loading…", nor anything else to look at or to fill in.
 * - something: there are few words, and a part that is empty or says of itself that it is being loaded.
 * - nothing: it is there.
 *
 * What is not displayed does not count.
 *
 * Runs in the isolated world of a page, so it must be whole in itself. Bounded; a page with text costs a look at its
 * first words.
 */
export function whatIsMissing(): 'everything' | 'something' | 'nothing' {
  /** Characters. A page that shows as many is there, whatever else it waits for. */
  const enoughText = 200;
  const maxNodes = 20_000;
  /** Pixels. Spinners and icons are smaller, pictures that are somebody's content are larger. */
  const minPicturePx = 100 * 100;
  const invisible = new Set('script style noscript noframes template head title'.split(' '));
  const mountPoint =
    /^(?:root|app|__next|__nuxt|___gatsby|app-root|app-container|app-mount|react-root|react-app|reactroot|main-app|svelte|q-app|ember-app|vue-app|spa-root|mount)$/i;
  const placeholder =
    /^(?:loading|please wait|one moment|just a moment|initiali[sz]ing|starting|chargement|laden|wird geladen|cargando|carregando|caricamento|загрузка|加载中|読み込み中)[^.!?…]{0,30}[.!?…\s]*$/i;
  const asksForScripts = /enable java ?script|java ?script (?:is|must be|to be) (?:disabled|required|enabled)/i;
  const busyClass = /skeleton|spinner|shimmer|preloader|(?:^|[-_])(?:loader|loading)(?:$|[-_])/i;

  const body: Element | null = Object.getOwnPropertyDescriptor(Document.prototype, 'body')!.get!.call(document);
  if (body === null) return 'everything';
  const words = { text: '' };
  const seen = { nodes: 0, shows: false, isBusy: isBusy(document.documentElement), hasEmptyMount: false };
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
      if (node.nodeType === Node.TEXT_NODE) {
        words.text += ` ${(node.nodeValue ?? '').trim().slice(0, enoughText)}`.trimEnd();
      } else if (node instanceof Element) {
        seen.isBusy ||= isBusy(node);
        seen.shows ||= isToSee(node);
        if (mountPoint.test(node.getAttribute('id') ?? '') && isEmpty(node)) seen.hasEmptyMount = true;
        const { shadowRoot } = node;
        if (shadowRoot !== null) look(shadowRoot);
      }
    }
  }

  function isDisplayed(element: Element): boolean {
    return !invisible.has(element.localName) && Element.prototype.checkVisibility.call(element);
  }

  function isEmpty(element: Element): boolean {
    return element.shadowRoot === null && element.querySelector('*') === null && element.textContent?.trim() === '';
  }

  function isBusy(element: Element): boolean {
    if (element.getAttribute('aria-busy') === 'true') return true;
    if (element.localName === 'progress' || element.getAttribute('role') === 'progressbar') return true;
    return (element.getAttribute('class') ?? '').split(/\s+/).some((name) => busyClass.test(name));
  }

  function isToSee(element: Element): boolean {
    const name = element.localName;
    if (/^(?:button|select|textarea|audio)$/.test(name)) return true;
    if (name === 'input') return element.getAttribute('type')?.toLowerCase() !== 'hidden';
    if (!/^(?:img|picture|svg|video|canvas|iframe|frame|object|embed)$/.test(name)) return false;
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    return width * height >= minPicturePx;
  }
}
