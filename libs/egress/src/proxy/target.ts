import { portOf } from '@orbweaver/core';

/** A server: host without brackets, and port. Rules may differ per port. */
export function targetOf(url: URL): string {
  return `${url.hostname.replace(/^\[(.*)\]$/, '$1')}:${portOf(url)}`;
}
