import { type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import { callersHeaders } from './browser/requests/request-headers';

/** What this build cannot do, and says so in the document instead of leaving it out in silence. */
const options: readonly { asked(spec: ScrapeSpec): boolean; warning(spec: ScrapeSpec): string }[] = [
  {
    asked: (spec) => unsendableHeaders(spec).length > 0,
    warning: (spec) =>
      `The connection itself decides on these headers, so they were not sent: ${unsendableHeaders(spec).join(', ')}.`,
  },
  ...(['summary', 'json', 'branding', 'changeTracking'] as const).map((format) => ({
    asked: (spec: ScrapeSpec) => wantsFormat(spec, format),
    warning: () => `The format ${format} is not available in this installation.`,
  })),
];

function unsendableHeaders({ headers }: ScrapeSpec): string[] {
  const sent = callersHeaders(headers);
  return Object.keys(headers).filter((name) => !(name.trim().toLowerCase() in sent));
}

export function unsupportedOptions(spec: ScrapeSpec): string[] {
  return options.filter((option) => option.asked(spec)).map((option) => option.warning(spec));
}
