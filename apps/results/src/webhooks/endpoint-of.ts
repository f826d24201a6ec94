/** Host and port, as those of one receiver are always written: without user, in small letters, no default port. */
export function endpointOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
