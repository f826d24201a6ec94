/** A fenced code block. Its fence is longer than any in `text`. */
export function fence(text: string, language: string): string {
  let longest = 2;
  for (const match of text.matchAll(/^ {0,3}(`{3,})/gm)) longest = Math.max(longest, match[1]?.length ?? 0);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}
