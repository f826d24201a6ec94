import { readJson } from './read-json';

it.each([
  ['blank lines after a fence', `\`\`\`${'\n'.repeat(100_000)}`],
  ['blank lines in a fence', `\`\`\`\n${' \n'.repeat(100_000)}`],
  ['fences', '```json\n'.repeat(50_000)],
  ['brackets', '[{'.repeat(200_000)],
])('reads %s in linear time', (_, text) => {
  const from = performance.now();
  expect(readJson(text)).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1_000);
});
