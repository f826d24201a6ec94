/** What is not ASCII, and the few signs of it that no URL holds. */
const UNUSUAL = /[^ -~]/;

/**
 * The URL that `text` is, against `base` where one is given; undefined when it is none.
 *
 * `URL.canParse` alone is not to be trusted: once Node 20 and 22 have compiled it, it reads Latin-1 text as UTF-8, and
 * `http://bücher.example/` is no URL any more. It is asked about ASCII all the same, as an exception costs twenty times
 * as much and a batch may have half a million invalid URLs.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  const isUsual = !UNUSUAL.test(text) && (base === undefined || !UNUSUAL.test(base));
  if (isUsual && !URL.canParse(text, base)) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
