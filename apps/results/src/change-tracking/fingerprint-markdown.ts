import { hash } from 'node:crypto';

/** A frame without a title in markdown: a link named after its host. Linear time: parts stop before the next link. */
const UNTITLED_FRAME = /\[([^\][\n]{1,300})\]\(<?https?:\/\/([^\s()<>/?#:]{1,253})(?:[/?#:][^\s()<>]*)?>?\)/gi;

/**
 * SHA-256 (hex) of a markdown without white space and without URLs of frames, which often contain a session or a counter.
 * `frames`: URLs of the frames, if known.
 */
export function fingerprintMarkdown(markdown: string, frames: readonly string[] = []): string {
  let text = markdown;
  for (const frame of frames) text = text.replaceAll(`](${frame})`, ']');
  text = text.replace(UNTITLED_FRAME, (link, name: string, host: string) => {
    const called = name.replaceAll('\\', '').toLowerCase();
    return called === 'iframe' || called === host.toLowerCase() ? `[${name}]` : link;
  });
  return hash('sha256', text.replace(/\s+/g, ''));
}
