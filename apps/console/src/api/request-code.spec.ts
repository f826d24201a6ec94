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

  it.each([
    ['curl', /^curl -s -X DELETE 'http:\S+\/v2\/crawl\/x' \\\n {2}-H "Authorization: Bearer \$KEY"$/],
    ['typescript', /method: 'DELETE',\n {2}headers: \{ Authorization: `Bearer \$\{process.env.KEY\}` \},\n\}\)/],
    ['python', /requests.delete\([^)]*\n {4}headers=\{[^}]*\}"\},\n\)/],
  ] as const)('writes a request without a body in %s', (language, code) => {
    expect(codeOf(language, { origin: request.origin, method: 'DELETE', path: '/v2/crawl/x' })).toMatch(code);
  });

  it.each(['curl', 'typescript', 'python'] as const)('uploads a file in %s', (language) => {
    const code = codeOf(language, { ...request, path: '/v2/parse', file: 'report.pdf' });
    expect(code).toContain('report.pdf');
    expect(code).toContain('options');
  });
});
