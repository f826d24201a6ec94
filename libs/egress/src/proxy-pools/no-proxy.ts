import { HostList } from '@orbweaver/core';

/** An address or CIDR block, with or without a port. Everything else is a host name. */
const ADDRESS = /^[\d.]+(?:\/\d+)?(?::\d+)?$|\[|:.*:/;

/**
 * Hosts that are reached without a proxy. Comma- or space-separated: host names (with their subdomains), `.suffix`,
 * `*.suffix`, addresses and CIDR blocks, each with an optional port, or `*` for all. Blocks match addresses in URLs;
 * names are not resolved.
 */
export class NoProxy {
  private readonly hosts: HostList;
  private readonly isAll: boolean;

  /** @throws Error with all invalid entries */
  constructor(text: string) {
    const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
    const listed = entries.filter((entry) => entry !== '*');
    const wrong = listed.filter((entry) => !isValid(entry));
    if (wrong.length > 0) {
      const named = wrong.map((entry) => `"${entry}"`).join(', ');
      throw new Error(`${named}: not a host name, .suffix, address, CIDR block or *, with or without a port`);
    }
    this.isAll = listed.length < entries.length;
    this.hosts = new HostList(listed.map(asHosts).join(','));
  }

  has(hostname: string, port: number): boolean {
    return this.isAll || this.hosts.names(hostname.toLowerCase(), port);
  }
}

function asHosts(entry: string): string {
  if (ADDRESS.test(entry)) return entry;
  const host = entry.replace(/^\*?\./, '');
  return `${host},*.${host}`;
}

function isValid(entry: string): boolean {
  try {
    new HostList(asHosts(entry));
    return true;
  } catch {
    // The error names the derived entries, not the written one.
    return false;
  }
}
