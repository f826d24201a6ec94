/** Texts of the service name endpoints; in the console they name its screens. */
const WORDS: readonly (readonly [string, string])[] = [
  ['See the errors endpoint for the reason', 'See the tab “Skips and failures” for the reason'],
  ['the errors endpoint lists them', 'the tab “Skips and failures” lists them'],
  ['use the /scrape endpoint', 'use Scrape in the playground'],
  ['test the patterns with /v2/crawl/preview', 'test the patterns with “Preview the rules” in the playground'],
];

export const inConsoleWords = (text: string): string =>
  WORDS.reduce((changed, [api, screen]) => changed.replaceAll(api, screen), text);
