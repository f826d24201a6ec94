import { decodeHTML } from 'entities/decode';
import { type LightElement, LightText } from '../tree/light-node';
import { forgetNoted } from '../tree/noted-elements';
import { detach, elementsOf } from '../tree/walk';

const PLACE = '/cdn-cgi/l/email-protection';
const CODE = 'data-cfemail';
/** The key, then what it hides. Links to share a page hold its title and address as well. */
const HEXADECIMAL = /^(?:[\da-f]{2}){2,4096}$/i;
const CONTROL = /\p{Cc}/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Cloudflare sends `[email protected]` in place of the addresses of a page, and a script that puts them back. Here they
 * are put back as it does: into texts, and into links, which lead to a page that only says so.
 * @param html the source of the page: of most it tells that no address is hidden
 */
export function showProtectedEmails(root: LightElement, html: string): void {
  if (!html.includes(PLACE) && !html.includes(CODE)) return;
  for (const element of [...elementsOf(root)]) {
    if (element.localName === 'a') nameAddress(element);
    const email = decode(element.getAttribute(CODE));
    if (email === undefined) continue;
    element.parentNode?.insertBefore(new LightText(email), element);
    detach(element);
  }
  forgetNoted(root);
}

function nameAddress(link: LightElement): void {
  const [place, code] = link.getAttribute('href')?.split('#') ?? [];
  const email = place?.endsWith(PLACE) ? decode(code) : undefined;
  if (email !== undefined) link.setAttribute('href', `mailto:${decodeHTML(email)}`);
}

/** Every byte but the first is hidden by the first. Undefined: there is nothing, or nothing that a page would show. */
function decode(code: string | null | undefined): string | undefined {
  if (code == null || !HEXADECIMAL.test(code)) return undefined;
  const [key = 0, ...hidden] = Buffer.from(code, 'hex');
  try {
    const text = utf8.decode(Uint8Array.from(hidden, (byte) => byte ^ key));
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
