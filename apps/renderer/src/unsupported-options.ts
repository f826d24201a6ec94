import { type ScrapeSpec, wantsFormat } from '@orbweaver/core';

/** What this build cannot do, and says so in the document instead of leaving it out in silence. */
const options: readonly { asked(spec: ScrapeSpec): boolean; warning(spec: ScrapeSpec): string }[] = [
  {
    asked: (spec) => spec.proxy === 'stealth',
    warning: () => 'No stealth proxy is configured: the page was fetched through the basic way out.',
  },
  {
    asked: ({ location: { country } }) => country !== 'US' && country !== 'US-generic',
    warning: ({ location: { country } }) =>
      `No proxy in ${country} is configured: language and time zone were emulated, the address that the site saw is the service's own.`,
  },
  ...(['summary', 'json', 'branding', 'changeTracking'] as const).map((format) => ({
    asked: (spec: ScrapeSpec) => wantsFormat(spec, format),
    warning: () => `The format ${format} is not available in this installation.`,
  })),
];

export function unsupportedOptions(spec: ScrapeSpec): string[] {
  return options.filter((option) => option.asked(spec)).map((option) => option.warning(spec));
}
