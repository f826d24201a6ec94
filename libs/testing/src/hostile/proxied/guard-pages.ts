import type { Exchange, HostilePage } from '../hostile-page';
import { markup, script, sendBytes, sendHtml, wrap } from '../tools/send';

const DENIED = ['UNSUPPORTED_SITE'] as const;

const redirect =
  (status: number) =>
  ({ response, secret, query }: Exchange): void => {
    response.writeHead(status, { location: `${secret}/${query.get('as') ?? 'redirect'}` }).end();
  };

/** Pages that try to navigate their main frame to the secret address. */
const leading: Omit<HostilePage, 'engine' | 'mayAnswer'>[] = [
  { name: 'moved', does: 'is said to be elsewhere', serve: redirect(301) },
  { name: 'moved-with-method', does: 'is said to be elsewhere', serve: redirect(307) },
  {
    name: 'refreshed',
    does: 'refreshes to elsewhere',
    serve: markup(
      () => '',
      ({ secret }) => `<meta http-equiv="refresh" content="0; url=${secret}/refreshed">`,
    ),
  },
  {
    name: 'refreshed-by-header',
    does: 'refreshes to elsewhere',
    serve: (exchange) => sendHtml(exchange, wrap(''), { refresh: `0; url=${exchange.secret}/refreshed` }),
  },
  { name: 'left', does: 'leaves by a script', serve: script(({ secret }) => `location.href = "${secret}/left"`) },
  {
    name: 'left-late',
    does: 'leaves by a script after a moment',
    serve: script(({ secret }) => `setTimeout(() => location.replace("${secret}/late"), 400)`),
  },
  {
    name: 'posted',
    does: 'leaves by a form',
    serve: markup(
      ({ secret }) =>
        `<form method="post" action="${secret}/posted"><input name="a"></form><script>document.forms[0].submit()</script>`,
    ),
  },
];

const pages: HostilePage[] = leading.map((page) => ({ engine: 'browser', mayAnswer: DENIED, ...page }));

/** A site whose robots.txt, sitemaps and links point to the secret address. */
const crawled: HostilePage[] = [
  {
    name: 'robots.txt',
    does: 'names sitemaps elsewhere',
    serve: (exchange: Exchange) =>
      sendBytes(
        exchange,
        'text/plain',
        `Sitemap: ${exchange.secret}/sitemap.xml\nSitemap: ${exchange.origin}/moved?as=sitemap\nSitemap: ${exchange.origin}/sitemap.xml\n`,
      ),
  },
  {
    name: 'sitemap.xml',
    does: 'lists addresses elsewhere',
    serve: (exchange: Exchange) =>
      sendBytes(
        exchange,
        'application/xml',
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${exchange.secret}/listed</loc></url><url><loc>${exchange.origin}/moved?as=listed</loc></url></urlset>`,
      ),
  },
  {
    name: 'crawl',
    does: 'links to addresses elsewhere',
    serve: markup(({ secret, origin }) =>
      [`${secret}/linked`, `${origin}/moved?as=linked`, `${origin}/left`, `${origin}/crawl/harmless`]
        .map((href) => `<a href="${href}">on</a>`)
        .join(' '),
    ),
  },
].map((page) => ({ engine: 'http', mayAnswer: ['document'], ...page }));

/** Redirects to the URL in the query. */
const movedTo: HostilePage = {
  name: 'moved-to',
  does: 'is said to be anywhere',
  engine: 'http',
  mayAnswer: DENIED,
  serve: ({ response, query }) => {
    // Headers are ASCII; URL parsing decodes this.
    const location = (query.get('to') ?? '/').replace(/[^\0-\x7f]/gu, encodeURIComponent);
    response.writeHead(302, { location }).end();
  },
};

export const guardPages: readonly HostilePage[] = [...pages, ...crawled, movedTo];
