/** The JSON of an answer, which may stand in a fence or between sentences; undefined when there is none that ends. */
export function readJson(text: string): { value: unknown } | undefined {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  for (const candidate of [text, fenced, from < 0 ? undefined : text.slice(from, to + 1)]) {
    if (candidate === undefined) continue;
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch {
      // The next reading may succeed.
    }
  }
  return undefined;
}
