import { parseUrl } from './parse-url';

/** Removes user and password. Returns other texts unchanged. */
export function withoutCredentials(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
