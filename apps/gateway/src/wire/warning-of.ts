export function warningOf(...texts: readonly (string | undefined)[]): { warning?: string } {
  const present = texts.filter((text) => text !== undefined);
  const ended = present.map((text, index) =>
    index === present.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`,
  );
  return present.length === 0 ? {} : { warning: ended.join(' ') };
}
