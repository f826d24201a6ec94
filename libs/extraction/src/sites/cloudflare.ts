import { decodeHTML } from 'entities/decode';
import { type LightElement, LightText } from '../tree/light-node';
import { forgetNoted } from '../tree/noted-elements';
import { detach, elementsOf } from '../tree/walk';

const PLACE = '/cdn-cgi/l/email-protection';
const CODE = 'data-cfemail';
/** The key and the encoded text, which may also be the query of a share link. */
const HEXADECIMAL = /^(?:[\da-f]{2}){2,4096}$/i;
const CONTROL = /\p{Cc}/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes the email addresses that Cloudflare replaces by `[email protected]`, in texts and links.
 * @param html the source of the page
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

/** The first byte is the XOR key of the others. */
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
