import { type FormatType, findFormat, type ScrapeSpec } from '@orbweaver/core';
import { callersHeaders } from '../browser/requests/request-headers';

const MISSING_FORMATS: ReadonlySet<FormatType> = new Set(['summary', 'json', 'branding']);

/** They show the page to others, or compare it with what was kept of it. */
const RETAINING_FORMATS: ReadonlySet<FormatType> = new Set(['summary', 'json', 'changeTracking']);

/** What this build cannot do, and says so in the document instead of leaving it out in silence. */
export function unsupportedOptions(spec: ScrapeSpec, zeroDataRetention = false): string[] {
  const headers = unsendableHeaders(spec);
  return [
    ...(headers.length > 0
      ? [`The connection itself decides on these headers, so they were not sent: ${headers.join(', ')}.`]
      : []),
    ...missingFormats(
      spec,
      (type) => MISSING_FORMATS.has(type) && !(zeroDataRetention && RETAINING_FORMATS.has(type)),
      'in this installation',
    ),
    ...(zeroDataRetention
      ? missingFormats(spec, (type) => RETAINING_FORMATS.has(type), 'with zero data retention')
      : missingModes(spec)),
  ];
}

function missingFormats({ formats }: ScrapeSpec, isMissing: (type: FormatType) => boolean, where: string): string[] {
  // By the name that the caller used.
  const names = formats
    .filter(({ type }) => isMissing(type))
    .map((format) => (format.type === 'json' ? (format.key ?? 'json') : format.type));
  const last = names.pop();
  if (last === undefined) return [];
  return names.length === 0
    ? [`The format ${last} is not available ${where}.`]
    : [`The formats ${names.join(', ')} and ${last} are not available ${where}.`];
}

function missingModes(spec: ScrapeSpec): string[] {
  const isMissing = findFormat(spec, 'changeTracking')?.modes.includes('json');
  return isMissing ? ['The mode json of changeTracking is not available in this installation.'] : [];
}

function unsendableHeaders({ headers }: ScrapeSpec): string[] {
  const sent = callersHeaders(headers);
  return Object.keys(headers).filter((name) => !(name.trim().toLowerCase() in sent));
}
