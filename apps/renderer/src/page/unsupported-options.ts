import { type FormatType, keyOfFormat, type ScrapeSpec } from '@orbweaver/core';
import { callersHeaders } from '../browser/requests/request-headers';

/** Formats that send the page to a third party or compare it with a stored version. */
const RETAINING_FORMATS: ReadonlySet<FormatType> = new Set(['summary', 'json', 'changeTracking']);

export function unsupportedOptions(spec: ScrapeSpec, zeroDataRetention = false): string[] {
  const headers = unsendableHeaders(spec);
  return [
    ...(spec.warnings ?? []),
    ...(headers.length > 0
      ? [`These request headers are controlled by the connection and were not sent: ${headers.join(', ')}.`]
      : []),
    ...(zeroDataRetention ? withheldFormats(spec) : []),
  ];
}

function withheldFormats({ formats }: ScrapeSpec): string[] {
  const names = formats.filter(({ type }) => RETAINING_FORMATS.has(type)).map(keyOfFormat);
  const last = names.pop();
  if (last === undefined) return [];
  return names.length === 0
    ? [`The format ${last} is not available with zero data retention.`]
    : [`The formats ${names.join(', ')} and ${last} are not available with zero data retention.`];
}

function unsendableHeaders({ headers }: ScrapeSpec): string[] {
  const sent = callersHeaders(headers);
  return Object.keys(headers).filter((name) => !(name.trim().toLowerCase() in sent));
}
