import { ORIGINAL_TAG } from '../tree/frames';
import { LightElement } from '../tree/light-node';
import { elementsNamed, forgetNoted } from '../tree/noted-elements';
import { type ParsedPage, parseHtml } from '../tree/parse-html';
import { detach, elementsOf, moveChildren } from '../tree/walk';
import { decodePercent } from './base-url';

/** The limits of rendered pages. */
const MAX_OPENED = 40;
const MAX_FRAME_DEPTH = 4;
/** Elements about the framed document. */
const NOT_IN_FRAMES = new Set('base link meta noscript script style title'.split(' '));

/** Replaces frames by `<div data-original-tag="iframe">` with their attributes and content, as in rendered pages. */
export function openFrames(page: ParsedPage): void {
  let opened = 0;
  const open = (root: LightElement, depth: number) => {
    for (const frame of elementsNamed(root, 'iframe')) {
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
  return decodePercent(content);
}
