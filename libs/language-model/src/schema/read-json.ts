/** The JSON of an answer, which may stand in a fence or between sentences; undefined when there is none that ends. */
export function readJson(text: string): { value: unknown } | undefined {
  for (const read of [() => text, () => fencedIn(text), () => bracketedIn(text)]) {
    const candidate = read();
    if (candidate === undefined) continue;
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch {
      // The next reading may succeed.
    }
  }
  return undefined;
}

/** Not by a regular expression: a page can make a model write empty lines without end. */
function fencedIn(text: string): string | undefined {
  const open = text.indexOf('```');
  const from = open < 0 ? -1 : text.indexOf('\n', open);
  const to = from < 0 ? -1 : text.indexOf('\n```', from);
  return to < 0 ? undefined : text.slice(from, to);
}

function bracketedIn(text: string): string | undefined {
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return from < 0 ? undefined : text.slice(from, to + 1);
}
