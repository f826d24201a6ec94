/**
 * The edges of a text: the white space it begins with, one letter in place of all that stands between, the white
 * space it ends with. A blank text is its own edges. Long runs of white space are cut; turndown copies them to the
 * outside of every inline element that they begin or end.
 */
const MAX_RUN = 8;
const BLANK = /^\s*$/;

export function edgesOf(text: string): string {
  const start = text.search(/\S/);
  if (start === -1) return text.slice(0, MAX_RUN);
  let end = text.length;
  while (BLANK.test(text.charAt(end - 1))) end--;
  return `${text.slice(0, Math.min(start, MAX_RUN))}x${text.slice(end, end + MAX_RUN)}`;
}

/** The edges of two texts in a row, from the edges of each. */
export function joinEdges(left: string, right: string): string {
  if (right === '') return left;
  if (left === '') return right;
  const leftStart = left.indexOf('x');
  const rightStart = right.indexOf('x');
  if (leftStart === -1 && rightStart === -1) return (left + right).slice(0, MAX_RUN);
  if (leftStart === -1) return (left + right.slice(0, rightStart)).slice(0, MAX_RUN) + right.slice(rightStart);
  if (rightStart === -1) return left.slice(0, leftStart + 1) + (left.slice(leftStart + 1) + right).slice(0, MAX_RUN);
  return left.slice(0, leftStart + 1) + right.slice(rightStart + 1);
}
