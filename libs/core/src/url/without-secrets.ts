/** A URL as logs and traces name it: user, password and query may hold credentials. Empty for what is no URL. */
export function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
