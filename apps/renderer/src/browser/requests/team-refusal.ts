import { isClosedUrl, type PageFailure, parseUrl, permitsUrl, type TeamHosts } from '@orbweaver/core';

const refusal = ({ hostname }: Pick<URL, 'hostname'>): PageFailure => ({
  reason: 'egress-denied',
  message: `The operator of this service does not allow ${hostname} for this team: ERR_BLOCKED_BY_ADMINISTRATOR`,
});

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

/** The failure of a page or frame on a host that the team may not visit. */
export const pageRefusal = (hosts: TeamHosts | undefined, url: URL): PageFailure | undefined =>
  isWeb(url) && !permitsUrl(hosts, url.href) ? refusal(url) : undefined;

/** The failure of a page that was captured on such a host, however it was reached. */
export function captureRefusal(hosts: TeamHosts | undefined, url: string): PageFailure | undefined {
  if (hosts === undefined) return undefined;
  const parsed = parseUrl(url);
  return parsed === undefined ? refusal({ hostname: url }) : pageRefusal(hosts, parsed);
}

/** The failure of any request to a host that is closed for the team. */
export const closedRefusal = (hosts: TeamHosts | undefined, url: URL): PageFailure | undefined =>
  isClosedUrl(hosts, url) ? refusal(url) : undefined;
