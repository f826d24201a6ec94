import type { XmlAttributes } from './read-xml';

/** Elements without visible text. */
export const SKIPPED = new Set(
  (
    'office:annotation office:forms office:scripts office:font-face-decls office:automatic-styles office:settings ' +
    'text:tracked-changes text:sequence-decls text:variable-decls text:user-field-decls text:dde-connection-decls ' +
    'text:table-of-content-source text:alphabetical-index-source text:illustration-index-source ' +
    'text:table-index-source text:object-index-source text:user-index-source text:bibliography-source ' +
    'presentation:notes presentation:settings table:covered-table-cell math:math script'
  ).split(' '),
);

const MAX_SPAN = 32;

export function spanOf(attributes: XmlAttributes): string {
  const span = (name: string) => Math.min(MAX_SPAN, Number(attributes[`table:number-${name}-spanned`] ?? 1) || 1);
  const columns = span('columns');
  const rows = span('rows');
  return `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
}
