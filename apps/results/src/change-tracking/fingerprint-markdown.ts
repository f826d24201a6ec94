import { hash } from 'node:crypto';

/**
 * A frame without a title, as extraction writes it: a link named after its host. Every part stops where the next link
 * could start, so that no text is scanned twice.
 */
const UNTITLED_FRAME = /\[([^\][\n]{1,300})\]\(<?https?:\/\/([^\s()<>/?#:]{1,253})(?:[/?#:][^\s()<>]*)?>?\)/gi;

/**
 * SHA-256, hex, of the part of a markdown that counts in a comparison. Whitespace does not count, nor do the targets of
 * frames, which often hold a session or a counter. `frames`: the links of the markdown that are frames; unknown for a
 * document that was made without change tracking.
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
