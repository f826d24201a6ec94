import type { ScrapeSpec } from '@orbweaver/core';
import { callersHeaders } from './browser/requests/request-headers';

const MISSING_FORMATS: ReadonlySet<string> = new Set(['summary', 'json', 'branding', 'changeTracking']);

/** What this build cannot do, and says so in the document instead of leaving it out in silence. */
export function unsupportedOptions(spec: ScrapeSpec): string[] {
  const headers = unsendableHeaders(spec);
  return [
    ...(headers.length > 0
      ? [`The connection itself decides on these headers, so they were not sent: ${headers.join(', ')}.`]
      : []),
    ...missingFormats(spec),
  ];
}

function missingFormats({ formats }: ScrapeSpec): string[] {
  // By the name that the caller used.
  const names = formats
    .filter(({ type }) => MISSING_FORMATS.has(type))
    .map((format) => (format.type === 'json' ? (format.key ?? 'json') : format.type));
  const last = names.pop();
  if (last === undefined) return [];
  return names.length === 0
    ? [`The format ${last} is not available in this installation.`]
    : [`The formats ${names.join(', ')} and ${last} are not available in this installation.`];
}

function unsendableHeaders({ headers }: ScrapeSpec): string[] {
  const sent = callersHeaders(headers);
  return Object.keys(headers).filter((name) => !(name.trim().toLowerCase() in sent));
}
