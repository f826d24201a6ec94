import { createServer, type Server as PlainServer } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { listenOnFreshPort } from '../listen-on-fresh-port';
import type { SitePlan } from './page-answer';
import { planMainSite, planOtherSite, planPoliteSite } from './plan-sites';
import { RequestLog } from './request-log';
import { makeSelfSignedCertificate } from './self-signed-certificate';
import { servePlan } from './serve-plan';

type Server = PlainServer | TlsServer;

export interface FixtureSiteOptions {
  /** Pages under /tree/. Default 40. */
  treePages?: number;
  /** Delay of each of them in milliseconds. Default 0. */
  treeDelayMs?: number;
}

/** A site of known pages: four hosts, each with its address and port. */
export interface FixtureSite {
  /** The crawlable pages (127.0.0.1). */
  main: string;
  /** A foreign site (127.0.0.2). */
  other: string;
  /** A site whose robots.txt has a Crawl-delay of one second (127.0.0.3). */
  polite: string;
  /** The main site's pages over TLS with an untrusted certificate (127.0.0.4). */
  secure: string;
  log: RequestLog;
  /** The plan of a host; undefined for hosts outside of the fixture. */
  planOf(origin: string): SitePlan | undefined;
  close(): Promise<void>;
}

/** Needs all of 127.0.0.0/8 on the loopback interface, as on Linux. */
export async function startFixtureSite(options: FixtureSiteOptions = {}): Promise<FixtureSite> {
  const log = new RequestLog();
  const plans = new Map<string, SitePlan>();
  const origins = { main: '', other: '', polite: '', secure: '' };
  const listener = (name: keyof typeof origins) =>
    servePlan(
      () => plans.get(origins[name])!,
      () => origins[name],
      log,
    );
  const servers: Server[] = [];
  const open = async (name: keyof typeof origins, scheme: string, address: string, server: Server): Promise<void> => {
    servers.push(server);
    origins[name] = `${scheme}://${address}:${await listenOnFreshPort(server, address)}`;
  };
  await open('main', 'http', '127.0.0.1', createServer(listener('main')));
  await open('other', 'http', '127.0.0.2', createServer(listener('other')));
  await open('polite', 'http', '127.0.0.3', createServer(listener('polite')));
  const certificate = makeSelfSignedCertificate('127.0.0.4');
  await open('secure', 'https', '127.0.0.4', createTlsServer(certificate, listener('secure')));

  const tree = { treePages: options.treePages ?? 40, treeDelayMs: options.treeDelayMs };
  plans.set(origins.main, planMainSite({ origin: origins.main, other: origins.other, ...tree }));
  plans.set(origins.secure, planMainSite({ origin: origins.secure, other: origins.other, ...tree }));
  plans.set(origins.other, planOtherSite());
  plans.set(origins.polite, planPoliteSite());
  return {
    ...origins,
    log,
    planOf: (origin) => plans.get(origin),
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
}

/** Closes open connections, so that tests do not wait for hanging pages. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
