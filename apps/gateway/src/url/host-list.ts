import { BlockList, isIP } from 'node:net';
import { HostNames } from '@orbweaver/core';

/** What EGRESS_ALLOW opens or EGRESS_DENY closes, as far as a URL alone can tell. The guard of the connection has the last word. */
export class HostList {
  private readonly hosts = new HostNames();
  private readonly addresses = new BlockList();

  /**
   * Host names (`wiki.intern`, `*.intern` for every name below), addresses and CIDR blocks.
   * Throws an Error that names the entry it does not understand.
   */
  constructor(entries: readonly string[]) {
    for (const entry of entries.map((text) => text.toLowerCase())) {
      const [address = '', prefix] = entry.replace(/^\[(.*)\]$/, '$1').split('/');
      const bits = isIP(address) === 4 ? 32 : 128;
      if (isIP(address) !== 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))) {
        this.addresses.addSubnet(address, Number(prefix ?? bits), bits === 32 ? 'ipv4' : 'ipv6');
      } else if (!this.hosts.add(entry)) {
        throw new Error(`"${entry}" is neither a host name, nor an address, nor a CIDR block`);
      }
    }
  }

  /** `hostname` as `URL` gives it. `localhost` is named where a loopback address is. */
  names(hostname: string): boolean {
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    if (this.hosts.has(host)) return true;
    if (host === 'localhost' || host.endsWith('.localhost')) {
      return this.addresses.check('127.0.0.1', 'ipv4') || this.addresses.check('::1', 'ipv6');
    }
    const family = isIP(host);
    return family !== 0 && this.addresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
  }
}
