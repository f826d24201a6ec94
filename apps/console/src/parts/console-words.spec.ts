import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inConsoleWords } from './console-words';

const source = readFileSync(path.join(__dirname, '../../../gateway/src/jobs/job-status.ts'), 'utf8');

describe('inConsoleWords', () => {
  it.each(['No results: includePaths', 'Some URLs were skipped'])('names no endpoint in the warning "%s"', (start) => {
    const at = source.indexOf(start);
    const warning = source.slice(at, source.indexOf('\n', at));
    expect(warning).toMatch(/endpoint/);
    expect(inConsoleWords(warning)).not.toMatch(/endpoint|\/v2\//);
  });
});
