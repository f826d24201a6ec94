import type { Exchange, HostilePage } from '../hostile-page';
import { sendBytes, sendHtml, wrap } from '../tools/send';

/** A technique by which a page makes a browser connect to an address. */
export interface ProxiedRoute {
  /** Also the path that is requested at the address. */
  name: string;
  /** Whether an ordinary browser uses it. Then the allowed address must be visited, or the route proves nothing. */
  isTaken: boolean;
  /** `url`: its target. */
  makeBody(url: string, place: ProxyPlace): string;
  /** Answers below the page's path. `url` is the query parameter `to`. */
  below?: Record<string, (url: string) => { type: string; body: string; headers?: Record<string, string> }>;
  /** Headers of the page itself. */
  headers?: (url: string) => Record<string, string>;
  /** Scrape options in addition to the URL. */
  ask?: Record<string, unknown>;
}

interface ProxyPlace {
  /** A URL on the page's own site that redirects to `url`. */
  redirect: string;
  /** A URL of the page's own site below the page, with `url` in its query. */
  own(below: string): string;
}

/** The page uses its route twice: for an allowed address and for the secret one. */
export const pageOf = (route: ProxiedRoute, allowed: () => string): HostilePage => ({
  name: route.name,
  does: `reaches addresses through ${route.name}`,
  engine: 'browser',
  ask: { waitFor: 1000, ...route.ask },
  mayAnswer: ['document', 'SCRAPE_TIMEOUT'],
  serve: (exchange) => {
    const to = exchange.query.get('to');
    if (exchange.below === '/redirect') redirect(exchange, to ?? '');
    else if (to !== null) serveBelow(route, exchange, to);
    else servePage(route, exchange, [allowed(), exchange.secret]);
  },
});

function servePage(route: ProxiedRoute, exchange: Exchange, origins: string[]): void {
  const urls = origins.map((origin) => `${origin}/${route.name}`);
  const own = (below: string, url: string) => `${exchange.origin}/${route.name}${below}?to=${encodeURIComponent(url)}`;
  const bodies = urls.map((url) =>
    route.makeBody(url, { redirect: own('/redirect', url), own: (below) => own(below, url) }),
  );
  const headers = urls.map((url) => route.headers?.(url) ?? {});
  const fields = Object.fromEntries(
    Object.keys(headers[0] ?? {}).map((name) => [name, headers.map((one) => one[name]).join(', ')]),
  );
  sendHtml(exchange, wrap(bodies.join('\n')), fields);
}

function serveBelow(route: ProxiedRoute, exchange: Exchange, url: string): void {
  const answer = route.below?.[exchange.below]?.(url);
  if (answer === undefined) exchange.response.writeHead(404).end();
  else sendBytes(exchange, answer.type, answer.body, answer.headers);
}

function redirect({ response }: Exchange, url: string): void {
  response.writeHead(302, { location: url, 'access-control-allow-origin': '*' }).end();
}
