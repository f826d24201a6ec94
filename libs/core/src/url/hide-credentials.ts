/**
 * A URL as operators and error messages see it: `…` for the user and password before the host, both of which may open
 * something. `text` may lack a scheme, or be no URL at all; it is returned as it is when nothing stands before an `@`.
 */
export function hideCredentials(text: string): string {
  // As the URL standard reads it: these characters count for nothing, and any number of slashes of either kind may stand.
  const read = text.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  const hidden = read.replace(/^(https?:[/\\]*|[a-z][a-z\d+.-]*:[/\\]+|[/\\]+)?[^/\\?#]*@/i, '$1…@');
  return hidden === read ? text : hidden;
}
