import { LightElement } from '../tree/light-node';
import { elementsNamed, forgetNoted } from '../tree/noted-elements';
import { ORIGINAL_TAG } from '../tree/original-tag';
import { type ParsedPage, parseHtml } from '../tree/parse-html';
import { detach, elementsOf, moveChildren } from '../tree/walk';

/** As a browser's page is read: so many frames, so many of them in each other. */
const MAX_OPENED = 40;
const MAX_FRAME_DEPTH = 4;
/** They speak for a page of their own, and would be taken for the other's. */
const NOT_IN_FRAMES = new Set('base link meta noscript script style title'.split(' '));

/**
 * Puts for every frame what a browser's page has there: `<div data-original-tag="iframe">` with the attributes of the
 * frame, around its content when that lies in the page itself (`srcdoc`, `data:text/html`). So selectors match alike,
 * whichever way a page was fetched.
 */
export function openFrames(page: ParsedPage): void {
  let opened = 0;
  const open = (root: LightElement, depth: number) => {
    for (const frame of elementsNamed(root, 'iframe')) {
      // Links that stand in it go with it.
      if (frame.firstChild !== null) forgetNoted(page.root);
      const srcdoc = frame.getAttribute('srcdoc');
      const div = new LightElement('div');
      for (const [name, value] of frame.attributes) if (name !== 'srcdoc') div.setAttribute(name, value);
      div.setAttribute(ORIGINAL_TAG, 'iframe');
      frame.parentNode?.insertBefore(div, frame);
      detach(frame);
      const source = srcdoc ?? readDataUrl(frame.getAttribute('src') ?? '');
      if (source === undefined || depth >= MAX_FRAME_DEPTH || opened >= MAX_OPENED) continue;
      opened++;
      forgetNoted(page.root);
      const framed = parseHtml(source, { xhtml: false, maxNodes: page.nodesLeft });
      page.nodesLeft = framed.nodesLeft;
      if (framed.truncated) page.truncated = true;
      for (const element of [...elementsOf(framed.body)]) if (NOT_IN_FRAMES.has(element.localName)) detach(element);
      open(framed.body, depth + 1);
      moveChildren(framed.body, div);
    }
  };
  open(page.root, 0);
}

function readDataUrl(src: string): string | undefined {
  const match = /^\s*data:text\/html((?:;[\w=-]{1,40}){0,4}),/i.exec(src.slice(0, 200));
  if (match === null) return undefined;
  const content = src.slice(match[0].length);
  if (/;base64$/i.test(match[1] ?? '')) return Buffer.from(content, 'base64').toString('utf8');
  try {
    return decodeURIComponent(content);
  } catch {
    // Browsers take a stray per cent sign for itself.
    return content;
  }
}
