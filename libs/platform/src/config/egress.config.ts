import { EgressRoutes, NoProxy, type ProxySettings, parseProxyList, type UpstreamProxy } from '@orbweaver/egress';
import { z } from 'zod';
import { extraCaCerts } from './certificate-authorities';

/** A list of proxies. Errors contain the position of an entry, never its text, which may contain credentials. */
export const proxyList = z
  .string()
  .default('')
  .transform((text, context) => parsed(context, () => parseProxyList(text)));

/** A single proxy; curl and others also accept it without a scheme. */
const systemProxy = z
  .string()
  .optional()
  .transform((text, context): UpstreamProxy | undefined => {
    if (text === undefined) return undefined;
    return parsed(context, () => {
      const [proxy, another] = parseProxyList(/^[a-z0-9]+:\/\//i.test(text) ? text : `http://${text}`);
      if (proxy === undefined || another !== undefined) throw new Error('must be one proxy');
      return proxy;
    });
  });

function parsed<T>(context: z.RefinementCtx, read: () => T): T {
  try {
    return read();
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
}

/** For services that send requests to other hosts. */
export const egressFields = {
  PROXY_BASIC: proxyList.describe(
    'Comma-separated proxies for pages, robots.txt, sitemaps and webhooks, and for the language model and the search engine unless their address is private: `http://user:pass@host:port` (or `https`, `socks5`), optionally with `?country=DE`. Without any, `HTTPS_PROXY` and `HTTP_PROXY` apply.',
  ),
  PROXY_TARGETS: z
    .enum(['name', 'address'])
    .default('name')
    .describe(
      'Form of targets sent to proxies: `name` (host name, resolved by the proxy) or `address` (resolved and checked by this service).',
    ),
  HTTPS_PROXY: systemProxy.describe(
    'Proxy for https URLs, as for other programs: `http://user:pass@host:port`. Used for pages, robots.txt and sitemaps without `PROXY_BASIC`, and for webhooks, language model, search engine and identity provider. Also read as `https_proxy`.',
  ),
  HTTP_PROXY: systemProxy.describe('The same for http URLs. Also read as `http_proxy`.'),
  NO_PROXY: z
    .string()
    .default('')
    .transform((text, context) => parsed(context, () => new NoProxy(text)))
    .describe(
      'Hosts reached without any proxy: comma list of names (with their subdomains), `.suffix`, addresses and CIDR blocks, each with an optional port, or `*`. Blocks match addresses in URLs. Also read as `no_proxy`.',
    ),
  EXTRA_CA_CERTS: extraCaCerts,
};

const fields = z.object(egressFields);
export type EgressConfig = z.infer<typeof fields>;

/** For pages, robots.txt and sitemaps. */
export function siteRoutes(config: EgressConfig): EgressRoutes {
  return new EgressRoutes(proxySettings(config), 'sites');
}

/** For webhooks, language model and search engine. */
export function serviceRoutes(config: EgressConfig): EgressRoutes {
  return new EgressRoutes(proxySettings(config), 'services');
}

function proxySettings(config: EgressConfig): ProxySettings {
  const targets = config.PROXY_TARGETS;
  return {
    basic: config.PROXY_BASIC.map((proxy) => proxy.withTargets(targets)),
    http: config.HTTP_PROXY?.withTargets(targets),
    https: config.HTTPS_PROXY?.withTargets(targets),
    noProxy: config.NO_PROXY,
  };
}
