const fields = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');
const head = (...lines: string[]): string => `HTTP/1.1 200 OK\r\n${fields('Content-Type: text/html', ...lines)}`;
const chunked = 'Transfer-Encoding: chunked';
const page = '<title>Malformed</title><p>words of the page';
const size = page.length.toString(16);

/**
 * Responses with `MALFORMED_PAGE` that strict parsers reject and browsers accept: a name, and Latin-1 bytes. The server
 * closes the connection after each.
 */
export const malformedResponses: [name: string, raw: string][] = [
  ['a space before the colon', `${head('X-A : 1', `Content-Length : ${page.length}`)}\r\n${page}`],
  ['a line without a colon', `${head('no colon here')}\r\n${page}`],
  ['an empty name', `${head(': nameless')}\r\n${page}`],
  ['a name in brackets', `${head('[X-Debug]: 1')}\r\n${page}`],
  ['a name with a space', `${head('X Powered By: me')}\r\n${page}`],
  ['control characters in a value', `${head('X-A: a\x01b\x7f')}\r\n${page}`],
  ['a folded field', `${head('X-A: one', '  two')}\r\n${page}`],
  ['line ends without CR', `${head(`Content-Length: ${page.length}`)}\r\n`.replaceAll('\r\n', '\n') + page],
  ['a length and chunks', `${head(`Content-Length: 5`, chunked)}\r\n${size}\r\n${page}\r\n0\r\n\r\n`],
  ['a doubled length', `${head(`Content-Length: ${page.length}`, `Content-Length: ${page.length}`)}\r\n${page}`],
  ['a listed length', `${head(`Content-Length: ${page.length}, ${page.length}`)}\r\n${page}`],
  ['the identity transfer coding', `${head('Transfer-Encoding: identity')}\r\n${page}`],
  [
    'the identity transfer coding with a length',
    `${head('Transfer-Encoding: identity', `Content-Length: ${page.length}`)}\r\n${page}`,
  ],
  ['an empty length', `${head('Content-Length:')}\r\n${page}`],
  ['a lower-case protocol', `http/1.1 200 OK\r\n${fields('content-type: text/html')}\r\n${page}`],
  ['spaces after a chunk size', `${head(chunked)}\r\n${size}   \r\n${page}\r\n0  \r\n\r\n`],
  ['chunks that end without CR', `${head(chunked)}\r\n${size}\n${page}\n0\n\n`],
  [
    'a control character in the second chunk size',
    `${head(chunked)}\r\n5\r\n${page.slice(0, 5)}\r\n${(page.length - 5).toString(16)} ;\x01 \r\n${page.slice(5)}\r\n0\r\n\r\n`,
  ],
  ['no phrase', `HTTP/1.1 200\r\n${fields('Content-Type: text/html')}\r\n${page}`],
];

export const MALFORMED_PAGE = page;
