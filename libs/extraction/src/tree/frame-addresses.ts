/** Frames that show nothing to read: they count visitors, ask whether they are human, or sell. */
const NOTHING_TO_SEE =
  /^(?:https?:)?\/\/(?:[\w.-]+\.)?(?:googletagmanager\.com|doubleclick\.net|googlesyndication\.com|google\.com\/recaptcha|recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com|amazon-adsystem\.com)(?:[/:?]|$)/i;

export function leadsToNothing(address: string): boolean {
  return NOTHING_TO_SEE.test(address);
}
