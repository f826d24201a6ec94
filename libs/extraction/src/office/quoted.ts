import { escapeHtmlText } from '../tree/serialize-html';

/** Text as the value of an attribute, between double quotes. */
export function quoted(text: string): string {
  return escapeHtmlText(text).replaceAll('"', '&quot;');
}
