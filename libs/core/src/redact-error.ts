/**
 * What may be logged of an error that came up over a page with zeroDataRetention: its name, its code and where in our
 * code it arose. Its message may hold the URL or text of the page, and the frames of scripts that ran in it.
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

/** A frame of a file on this machine, or of Node. */
function isOurs(line: string): boolean {
  return /^\s+at [\w.<>[\] ]*\(?(?:node:|\/)[\w./@+-]+:\d+:\d+\)?$/.test(line);
}
