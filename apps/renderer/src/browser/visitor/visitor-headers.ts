import type { ScrapeSpec } from '@orbweaver/core';
import type { UserAgent } from './user-agent';
import { acceptLanguage, visitorOf } from './visitor';

const ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

export function visitorHeaders(spec: ScrapeSpec, url: string, version: string): Record<string, string> {
  const { agent, languages } = visitorOf(spec, version);
  return {
    // Browsers send these over secure connections only.
    ...(url.startsWith('https:') && { ...hintsOf(agent.userAgentMetadata), ...TYPED_ADDRESS }),
    'upgrade-insecure-requests': '1',
    'user-agent': agent.userAgent,
    accept: ACCEPT,
    'accept-language': acceptLanguage(languages),
  };
}

const TYPED_ADDRESS = {
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
};

function hintsOf(hints: UserAgent['userAgentMetadata'] | undefined): Record<string, string> {
  if (hints === undefined) return {};
  return {
    'sec-ch-ua': hints.brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', '),
    'sec-ch-ua-mobile': hints.mobile ? '?1' : '?0',
    'sec-ch-ua-platform': `"${hints.platform}"`,
  };
}
