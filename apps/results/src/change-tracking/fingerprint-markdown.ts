import { hash } from 'node:crypto';

/**
 * A frame without a title, as extraction writes it: a link called by the host that it leads to. Every part stops where
 * the next link could begin, and the host where the rest does, so that no text is read twice.
 */
const UNTITLED_FRAME = /\[([^\][\n]{1,300})\]\(<?https?:\/\/([^\s()<>/?#:]{1,253})(?:[/?#:][^\s()<>]*)?>?\)/gi;

/**
 * SHA-256, hex, of what of a markdown counts when two are compared: neither whitespace nor where frames lead, whose
 * addresses often bear a session or a number of their own. `frames`: destinations of its links that are frames; of a
 * document that was made without asking for changes they are not known.
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
