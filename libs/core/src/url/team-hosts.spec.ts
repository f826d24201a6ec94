import { permitsUrl, TeamHosts } from './team-hosts';

describe('permitsUrl', () => {
  it.each([
    [{}, 'https://example.com/', true],
    [{ closed: ['example.com'] }, 'https://example.com/', false],
    [{ closed: ['example.com'] }, 'https://www.example.com/', true],
    [{ closed: ['*.example.com'] }, 'https://www.example.com/', false],
    [{ closed: ['example.com:8080'] }, 'https://example.com/', true],
    [{ closed: ['example.com:443'] }, 'https://example.com/', false],
    [{ allowed: ['example.com'] }, 'https://EXAMPLE.com./', true],
    [{ allowed: ['example.com'] }, 'https://other.example/', false],
    [{ allowed: ['*.example.com'], closed: ['shop.example.com'] }, 'https://shop.example.com/', false],
    [{ allowed: ['192.0.2.0/24'] }, 'http://192.0.2.7/', true],
    [{ allowed: ['2001:db8::/32'] }, 'http://[2001:db8::7]/', true],
    [{ allowed: ['192.0.2.0/24'] }, 'http://198.51.100.7/', false],
  ])('hosts %j, %s: %s', (hosts, url, expected) => {
    expect(permitsUrl(TeamHosts.parse(hosts), url)).toBe(expected);
  });

  it('permits every URL without hosts', () => {
    expect(permitsUrl(undefined, 'https://example.com/')).toBe(true);
  });
});
