/**
 * Replaces user and password before the host with `…`, for operators and error messages. `text` may lack a scheme or be
 * no URL.
 */
export function hideCredentials(text: string): string {
  // Like the URL standard: ignores these characters and accepts any number of slashes of either kind.
  const read = text.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  const hidden = read.replace(/^(https?:[/\\]*|[a-z][a-z\d+.-]*:[/\\]+|[/\\]+)?[^/\\?#]*@/i, '$1…@');
  return hidden === read ? text : hidden;
}
