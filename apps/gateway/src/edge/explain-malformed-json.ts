/** Messages of known parsers are shorter: they quote ten characters before and after the fault. */
const MAX_MESSAGE_CHARS = 200;

/** Describes the fault of a malformed JSON body with line and column. @param message of `JSON.parse` */
export function explainMalformedJson(message: string, body: string): string {
  const lead = 'Bad request, malformed JSON';
  if (!'{['.includes(body.trimStart().charAt(0))) return `${lead}: the body must be a JSON object`;
  const [, fault, position] = /^(.+) (?:in|after) JSON at position (\d+)/.exec(message) ?? [];
  if (fault !== undefined) return `${lead}: ${fault} at ${placeOf(body, Number(position))}`;
  if (message.startsWith('Unexpected end')) return `${lead}: Unexpected end at ${placeOf(body, body.length)}`;
  const place = body.includes('\n') ? findQuoted(message, body) : undefined;
  if (place !== undefined) return `${lead}: ${withoutSurrogates(place.fault)} at ${placeOf(body, place.position)}`;
  // A quotation can start or end with half of a surrogate pair.
  return message.length > MAX_MESSAGE_CHARS ? lead : `${lead}: ${withoutSurrogates(message)}`;
}

const withoutSurrogates = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '…');

/** Characters that the parser quotes before and after an unexpected token. */
const QUOTED_CHARS = 10;

/** Locates the quotation of an unexpected token. Undefined if the whole body is quoted or the quotation is ambiguous. */
function findQuoted(message: string, body: string): { fault: string; position: number } | undefined {
  const [, fault, before, quoted = '', after] =
    /^(Unexpected token '.{1,2}'), (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/su.exec(message) ?? [];
  if (fault === undefined) return undefined;
  if (before !== undefined) {
    const start = after === undefined ? body.length - quoted.length : body.indexOf(quoted);
    const isAmbiguous = after !== undefined && body.includes(quoted, start + 1);
    return start < 0 || isAmbiguous ? undefined : { fault, position: start + QUOTED_CHARS };
  }
  return after === undefined ? undefined : { fault, position: quoted.length - QUOTED_CHARS };
}

/** Line and column, both starting at 1. */
function placeOf(body: string, position: number): string {
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const end = body.indexOf('\n', lineStart);
    if (end === -1 || end >= position) return `line ${line}, column ${position - lineStart + 1}`;
    line += 1;
    lineStart = end + 1;
  }
}
