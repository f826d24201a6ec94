/** The parser quotes ten characters on either side of a fault, so that its sentences are shorter. */
const MAX_MESSAGE_CHARS = 200;

/** What is wrong with a body that is no JSON, and where. `message`: that of `JSON.parse`. */
export function explainMalformedJson(message: string, body: string): string {
  const lead = 'Bad request, malformed JSON';
  if (!'{['.includes(body.trimStart().charAt(0))) return `${lead}: the body must be an object, in braces`;
  const [, fault, position] = /^(.+) (?:in|after) JSON at position (\d+)/.exec(message) ?? [];
  if (fault !== undefined) return `${lead}: ${fault} at ${placeOf(body, Number(position))}`;
  if (message.startsWith('Unexpected end')) return `${lead}: it ends too early, at ${placeOf(body, body.length)}`;
  // What is quoted may begin or end with half of a surrogate pair.
  return message.length > MAX_MESSAGE_CHARS ? lead : `${lead}: ${message.replaceAll(/\p{Surrogate}/gu, '…')}`;
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
