/**
 * A URL as operators and error messages see it: `…` for the user and password before the host, both of which may open
 * something. `text` may lack a scheme, or be no URL at all; it is returned as it is when nothing stands before an `@`.
 */
export function hideCredentials(text: string): string {
  return text.replace(/^(\s*[a-z][a-z\d+.-]*:\/\/)?[^/?#]*@/i, '$1…@');
}
