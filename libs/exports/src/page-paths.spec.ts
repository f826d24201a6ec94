import { MAX_PATH_BYTES, PagePaths } from './page-paths';

const site = 'https://site.example';
const long = 'x'.repeat(300);

describe('PagePaths', () => {
  it.each([
    ['/', 'site.example/index.md'],
    ['', 'site.example/index.md'],
    ['/docs', 'site.example/docs.md'],
    ['/docs/', 'site.example/docs/index.md'],
    ['/docs/a.html', 'site.example/docs/a.html.md'],
    ['/readme.md', 'site.example/readme.md'],
    ['/readme.md/part', 'site.example/readme.md_/part.md'],
    ['/README.MD/part', 'site.example/README.md_/part.md'],
    ['/list?page=2&sort=a/b', 'site.example/list_page=2&sort=a_b.md'],
    ['/a#fragment', 'site.example/a.md'],
    ['/../../etc/passwd', 'site.example/etc/passwd.md'],
    ['/%2e%2e/%2E%2E/x', 'site.example/x.md'],
    ['/..%2f..%2fetc%2fpasswd', 'site.example/___.._etc_passwd.md'],
    ['/..%5C..%5Cwindows', 'site.example/___.._windows.md'],
    ['/a//b', 'site.example/a/_/b.md'],
    ['/%00null%0a', 'site.example/_null_.md'],
    ['/.hidden', 'site.example/_hidden.md'],
    ['/...', 'site.example/__.md'],
    ['/dots.../x', 'site.example/dots_/x.md'],
    ['/space%20/x', 'site.example/space_/x.md'],
    ['/CON', 'site.example/_CON.md'],
    ['/nul.txt', 'site.example/_nul.txt.md'],
    ['/com1/aux', 'site.example/_com1/_aux.md'],
    ['/com%C2%B9', 'site.example/_com¹.md'],
    ['/console', 'site.example/console.md'],
    ['/C:/x', 'site.example/C_/x.md'],
    ['/caf%65%CC%81', 'site.example/café.md'],
    ['/%E2%80%AEgpj.exe', 'site.example/_gpj.exe.md'],
    ['/%FF%FE', 'site.example/%FF%FE.md'],
    ['/日本/語', 'site.example/日本/語.md'],
    ['/a?q="<x>|*', 'site.example/a_q=__x___.md'],
  ])('writes %j as %s', (path, expected) => {
    expect(new PagePaths().assign(`${site}${path}`, 1)).toBe(expected);
  });

  it.each([
    ['http://[2001:db8::1]:8080/a', '[2001_db8__1]_8080/a.md'],
    ['http://127.0.0.1:3000/', '127.0.0.1_3000/index.md'],
    ['https://user:secret@site.example/', 'site.example/index.md'],
    ['not a url', expect.stringMatching(/^unknown\/[0-9a-f]{8}\.md$/)],
  ])('writes the URL %j as a path', (url, expected) => {
    expect(new PagePaths().assign(url, 1)).toEqual(expected);
  });

  it('assigns different paths to URLs that are equal on a file system without case', () => {
    const paths = new PagePaths();
    const urls = [
      '/a',
      '/A',
      '/a',
      '/a-3',
      '/%C3%9F',
      '/SS',
      '/K',
      '/%E2%84%AA',
      '/x?y',
      '/x_y',
      '/docs/',
      '/docs/index',
    ];
    const assigned = urls.map((url, index) => paths.assign(site + url, index + 1));
    expect(new Set(assigned.map((path) => path.toUpperCase().toLowerCase())).size).toBe(urls.length);
    expect(assigned.slice(0, 4)).toEqual(['a', 'A-2', 'a-3', 'a-3-4'].map((name) => `site.example/${name}.md`));
  });

  it('bounds the length of segments and paths, and keeps long URLs apart', () => {
    const paths = new PagePaths();
    const tails = [
      `${long}1`,
      `${long}2`,
      `${`${long}/`.repeat(20)}end`,
      `${'d/'.repeat(900)}e`,
      `${'d/'.repeat(901)}e`,
    ];
    const urls = [...tails, ...tails, '語'.repeat(500)].map((tail) => `${site}/${tail}`);
    const assigned = urls.map((url, index) => paths.assign(url, index + 1));
    expect(new Set(assigned).size).toBe(urls.length);
    for (const path of assigned) {
      expect(Buffer.byteLength(path)).toBeLessThanOrEqual(MAX_PATH_BYTES);
      expect(path).toMatch(/^site\.example\/.+\.md$/);
      expect(Buffer.from(path).toString()).toBe(path);
    }
  });

  it('keeps every path relative and free of dot segments, whatever the URL', () => {
    const pieces = ['..', '.', '%2e%2e', '%2f', '%5c', '%00', ' ', 'CON', 'a', '?', '%20', '.md', '~', 'é', '%F0%9F'];
    const paths = new PagePaths();
    let seed = 7;
    const seen = new Set<string>();
    for (let round = 1; round <= 2000; round += 1) {
      const path = Array.from({ length: 6 }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return pieces[seed % pieces.length]! + (seed % 3 === 0 ? '/' : '');
      }).join('');
      const assigned = paths.assign(`${site}/${path}`, round);
      seen.add(assigned.toLowerCase());
      for (const segment of assigned.split('/')) {
        expect(segment).toMatch(/^[^\s.\\/:*?"<>|\p{C}](?:[^\\/:*?"<>|\p{C}]*[^\s.\\/:*?"<>|\p{C}])?$/u);
        expect(segment).not.toMatch(/^(?:con|nul|aux|prn)(?:\.|$)/i);
      }
    }
    expect(seen.size).toBe(2000);
  });
});
