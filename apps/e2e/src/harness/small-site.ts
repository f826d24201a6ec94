import { createServer, type RequestListener } from 'node:http';
import { listenOnFreshPort } from '@orbweaver/testing';

/** A site of one suite. */
export interface SmallSite {
  /** `http://address:port` */
  origin: string;
  stop(): Promise<void>;
}

export async function startSmallSite(answer: RequestListener, address = '127.0.0.1'): Promise<SmallSite> {
  const server = createServer(answer);
  return {
    origin: `http://${address}:${await listenOnFreshPort(server, address)}`,
    stop: async () => {
      const closed = new Promise<unknown>((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A page with main content and links. */
export function htmlPage(title: string, links: readonly string[], markup = ''): string {
  const items = links.map((href) => `<li><a href="${href}">to ${href}</a></li>`).join('');
  const words = 'It has several sentences, no links and ordinary words. Nobody would take it for a menu.';
  return `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>Words of ${title}. ${words}</p><ul>${items}</ul>${markup}</main>`;
}
