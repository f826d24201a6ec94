import { type ScrapeSpec, wantsFormat } from '@orbweaver/core';

/** The element, also as the attribute that says what it was; not a class, an id or a longer name. */
const FRAME_IN_SELECTOR = /(?<![\w.#-])iframe(?![\w-])/i;

/** What only a browser can do. Frames are a part of the page in the browser alone, so who asks for them needs one. */
export function needsBrowser(spec: ScrapeSpec): boolean {
  return (
    spec.waitForMs > 0 ||
    spec.mobile ||
    spec.actions.length > 0 ||
    wantsFormat(spec, 'screenshot') ||
    spec.includeTags.some((selector) => FRAME_IN_SELECTOR.test(selector))
  );
}
