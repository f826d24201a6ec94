/** The parser quotes ten characters on either side of a fault, so that its sentences are shorter. */
const MAX_MESSAGE_CHARS = 200;

/** What is wrong with a body that is no JSON, and where. `message`: that of `JSON.parse`. */
export function explainMalformedJson(message: string, body: string): string {
  const lead = 'Bad request, malformed JSON';
  if (!'{['.includes(body.trimStart().charAt(0))) return `${lead}: the body must be an object, in braces`;
  const [, fault, position] = /^(.+) (?:in|after) JSON at position (\d+)/.exec(message) ?? [];
  if (fault !== undefined) return `${lead}: ${fault} at ${placeOf(body, Number(position))}`;
  if (message.startsWith('Unexpected end')) return `${lead}: it ends too early, at ${placeOf(body, body.length)}`;
  const place = body.includes('\n') ? findQuoted(message, body) : undefined;
  if (place !== undefined) return `${lead}: ${withoutSurrogates(place.fault)} at ${placeOf(body, place.position)}`;
  // What is quoted may begin or end with half of a surrogate pair.
  return message.length > MAX_MESSAGE_CHARS ? lead : `${lead}: ${withoutSurrogates(message)}`;
}

const withoutSurrogates = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '…');

/** What the parser quotes on either side of an unexpected token. */
const QUOTED_CHARS = 10;

/**
 * Where the quotation of an unexpected token stands in the body. Undefined for a body so short that all of it is
 * quoted, in which the parser does not say where, and for one that has the quoted text twice.
 */
function findQuoted(message: string, body: string): { fault: string; position: number } | undefined {
  const [, fault, before, quoted = '', after] =
    /^(Unexpected token '.{1,2}'), (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/su.exec(message) ?? [];
  if (fault === undefined) return undefined;
  if (before !== undefined) {
    const start = after === undefined ? body.length - quoted.length : body.indexOf(quoted);
    const isTwice = after !== undefined && body.includes(quoted, start + 1);
    return start < 0 || isTwice ? undefined : { fault, position: start + QUOTED_CHARS };
  }
  return after === undefined ? undefined : { fault, position: quoted.length - QUOTED_CHARS };
}

/** Both numbers begin with 1. */
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
