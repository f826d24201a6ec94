/**
 * The loggable part of an error about a page with zeroDataRetention: name, code and our stack frames. Message and other
 * frames may contain text of the page.
 */
export function redactError(error: unknown): Error {
  const withheld = new Error('The message is withheld: zeroDataRetention.');
  if (!(error instanceof Error)) {
    delete withheld.stack;
    return withheld;
  }
  withheld.name = error.name;
  const frames = (error.stack ?? '').split('\n').filter(isOurs);
  withheld.stack = [`${withheld.name}: ${withheld.message}`, ...frames].join('\n');
  if ('code' in error && /^\w{1,64}$/.test(String(error.code))) Object.assign(withheld, { code: error.code });
  return withheld;
}

function isOurs(line: string): boolean {
  return /^\s+at [\w.<>[\] ]*\(?(?:node:|\/)[\w./@+-]+:\d+:\d+\)?$/.test(line);
}
