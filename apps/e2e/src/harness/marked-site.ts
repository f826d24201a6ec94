import { type SmallSite, startSmallSite } from './small-site';

/**
 * A site whose pages contain the marker of their path: in title, text and links, in what scripts store and log, and in
 * an image that a browser may cache.
 */
export const startMarkedSite = (): Promise<SmallSite> =>
  startSmallSite((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site');
    const [, marker = '', kind = ''] = pathname.split('/');
    if (pathname === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /*/private');
    } else if (kind === 'image.svg') {
      const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600', etag: `"${marker}"` };
      response.writeHead(200, headers).end(`<svg xmlns="http://www.w3.org/2000/svg"><title>${marker}</title></svg>`);
    } else if (kind === 'moved') {
      response.writeHead(302, { location: `/${marker}/target?q=${marker}` }).end();
    } else if (kind === 'reset') {
      request.socket.resetAndDestroy();
    } else if (kind !== 'hangs') {
      response.writeHead(kind === 'missing' ? 404 : 200, {
        'content-type': 'text/html',
        'set-cookie': `marker=${marker}; Max-Age=3600`,
        'cache-control': 'public, max-age=3600',
      });
      response.end(page(marker, kind));
    }
  });

const page = (marker: string, kind: string) => `<!doctype html><html><head><title>${marker} ${kind}</title>
  <meta name="description" content="${marker}">
  <script>
    console.error('${marker}');
    localStorage.setItem('${marker}', '${marker}');
    setTimeout(() => { throw new Error('${marker}'); });
  </script></head><body><h1>${marker}</h1>
  <p>The text of ${marker} is long enough to be taken for the content of a page that somebody wrote.</p>
  <img src="/${marker}/image.svg" alt="${marker}">
  ${['a', 'b', 'missing', 'moved', 'reset', 'private'].map((to) => `<a href="/${marker}/${to}?from=${marker}">${to}</a>`).join('\n')}
</body></html>`;
