import { type FormatType, keyOfFormat, type ScrapeSpec } from '@orbweaver/core';
import { isMadeFormat } from '@orbweaver/extraction';
import { callersHeaders } from '../browser/requests/request-headers';

/** Formats that send the page to a third party or compare it with a stored version. */
const RETAINING_FORMATS: ReadonlySet<FormatType> = new Set(['summary', 'json', 'changeTracking']);

/** What was asked for and cannot be given, as warnings for the document. */
export function unsupportedOptions(spec: ScrapeSpec, zeroDataRetention = false): string[] {
  const headers = unsendableHeaders(spec);
  return [
    ...(headers.length > 0
      ? [`The connection itself decides on these headers, so they were not sent: ${headers.join(', ')}.`]
      : []),
    ...missingFormats(
      spec,
      (type) => !isMadeFormat(type) && !(zeroDataRetention && RETAINING_FORMATS.has(type)),
      'in this installation',
    ),
    ...(zeroDataRetention
      ? missingFormats(spec, (type) => RETAINING_FORMATS.has(type), 'with zero data retention')
      : []),
  ];
}

function missingFormats({ formats }: ScrapeSpec, isMissing: (type: FormatType) => boolean, where: string): string[] {
  // Named as the caller named it.
  const names = formats.filter(({ type }) => isMissing(type)).map(keyOfFormat);
  const last = names.pop();
  if (last === undefined) return [];
  return names.length === 0
    ? [`The format ${last} is not available ${where}.`]
    : [`The formats ${names.join(', ')} and ${last} are not available ${where}.`];
}

function unsendableHeaders({ headers }: ScrapeSpec): string[] {
  const sent = callersHeaders(headers);
  return Object.keys(headers).filter((name) => !(name.trim().toLowerCase() in sent));
}
