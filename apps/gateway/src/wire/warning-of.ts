/** The field of an answer that has something to say: each text ends before the next begins. */
export function warningOf(...texts: readonly (string | undefined)[]): { warning?: string } {
  const said = texts.filter((text) => text !== undefined);
  const ended = said.map((text, index) => (index === said.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`));
  return said.length === 0 ? {} : { warning: ended.join(' ') };
}
