import { portOf } from '@orbweaver/core';

/** A server to connect to: host, without brackets, and port. Another port may be open where this one is not. */
export function targetOf(url: URL): string {
  return `${url.hostname.replace(/^\[(.*)\]$/, '$1')}:${portOf(url)}`;
}
