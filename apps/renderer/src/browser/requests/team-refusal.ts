import { isClosedUrl, type PageFailure, permitsUrl, type TeamHosts } from '@orbweaver/core';

const refusal = ({ hostname }: URL): PageFailure => ({
  reason: 'egress-denied',
  message: `The operator of this service does not allow ${hostname} for this team: ERR_BLOCKED_BY_ADMINISTRATOR`,
});

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

/** The failure of a page or frame on a host that the team may not visit. */
export const pageRefusal = (hosts: TeamHosts | undefined, url: URL): PageFailure | undefined =>
  isWeb(url) && !permitsUrl(hosts, url.href) ? refusal(url) : undefined;

/** The failure of any request to a host that is closed for the team. */
export const closedRefusal = (hosts: TeamHosts | undefined, url: URL): PageFailure | undefined =>
  isClosedUrl(hosts, url) ? refusal(url) : undefined;
