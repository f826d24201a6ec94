import { parseUrl } from './parse-url';

/** The URL without its user and password. What is no URL, or has neither, is returned as it is. */
export function withoutCredentials(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
