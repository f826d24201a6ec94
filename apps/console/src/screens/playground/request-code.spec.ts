import { spawnSync } from 'node:child_process';
import { codeOf } from './request-code';

const body = {
  url: "https://site.test/it's?a=$HOME",
  formats: ['markdown', { type: 'json', schema: null }],
  mobile: true,
};
const request = { origin: 'http://127.0.0.1:3002', path: '/v2/scrape', body };

describe('codeOf', () => {
  it('quotes the request for a shell', () => {
    const script = codeOf('curl', request).replace('curl', 'printf "%s\\n"');
    const { stdout } = spawnSync('sh', ['-c', script], { env: { KEY: 'secret' }, encoding: 'utf8' });
    expect(stdout).toContain(`Authorization: Bearer secret`);
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual(body);
  });

  it('writes JSON as Python', () => {
    expect(codeOf('python', request)).toContain(
      `json={"url": "https://site.test/it's?a=$HOME", "formats": ["markdown", {"type": "json", "schema": None}], "mobile": True}`,
    );
  });

  it.each(['curl', 'typescript', 'python'] as const)('uploads a file in %s', (language) => {
    const code = codeOf(language, { ...request, path: '/v2/parse', file: 'report.pdf' });
    expect(code).toContain('report.pdf');
    expect(code).toContain('options');
  });
});
