import { readJson } from './read-json';

// Pages make models write them.
it.each([
  ['empty lines behind a fence', `\`\`\`${'\n'.repeat(100_000)}`],
  ['empty lines in a fence', `\`\`\`\n${' \n'.repeat(100_000)}`],
  ['fences', '```json\n'.repeat(50_000)],
  ['brackets', '[{'.repeat(200_000)],
])('an answer of %s is read in no time', (_, text) => {
  const from = performance.now();
  expect(readJson(text)).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1_000);
});
