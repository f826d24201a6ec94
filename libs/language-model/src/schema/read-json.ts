/** The first complete JSON value in an answer, inside a fence or between sentences. */
export function readJson(text: string): { value: unknown } | undefined {
  for (const read of [() => text, () => fencedIn(text), () => bracketedIn(text)]) {
    const candidate = read();
    if (candidate === undefined) continue;
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch {
      // Tries the next candidate.
    }
  }
  return undefined;
}

/** Not a regular expression: a page can make a model write any number of blank lines. */
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
