import { BlockList, isIP } from 'node:net';
import { HostNames, readHostEntry } from '@orbweaver/core';

/** Bits of an IPv6 address before the IPv4 address that it maps. */
const MAPPED_BITS = 96;
/** A mapped IPv4 address as `URL` writes it. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/**
 * The hosts of EGRESS_ALLOW or EGRESS_DENY, as far as a URL alone can tell. The egress guard decides at the connection.
 */
export class ClosedHosts {
  private readonly hosts = new HostNames();
  /** By port; the key `undefined` stands for all ports. */
  private readonly blocks = new Map<number | undefined, AddressBlocks>();

  /**
   * Host names (`wiki.intern`, `*.intern` for every name below), addresses and CIDR blocks, each with all its ports or
   * with one (`wiki.intern:8080`, `[fd00::/8]:443`).
   * @throws Error that names an entry that is none of these
   */
  constructor(entries: readonly string[]) {
    for (const written of entries.map((text) => text.toLowerCase())) {
      const entry = readHostEntry(written);
      if (entry === undefined || !this.add(entry.host, entry.port))
        throw new Error(
          `"${written}" is neither a host name, nor an address, nor a CIDR block, nor one of them with a port`,
        );
    }
  }

  /** `hostname` must be as `URL` gives it. `localhost` is in the list when a loopback address is. */
  names(hostname: string, port: number): boolean {
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    if (this.hosts.has(host, port)) return true;
    return [this.blocks.get(undefined), this.blocks.get(port)].some((blocks) => blocks?.names(host));
  }

  private add(host: string, port: number | undefined): boolean {
    const blocks = this.blocks.get(port) ?? new AddressBlocks();
    this.blocks.set(port, blocks);
    return blocks.add(host) || this.hosts.add(host, port);
  }
}

class AddressBlocks {
  // Two lists, because one would take IPv4 addresses for mapped ones, and ::/0 for all of them.
  private readonly ipv4 = new BlockList();
  private readonly ipv6 = new BlockList();

  names(host: string): boolean {
    if (host === 'localhost' || host.endsWith('.localhost')) {
      return this.ipv4.check('127.0.0.1', 'ipv4') || this.ipv6.check('::1', 'ipv6');
    }
    if (isIP(host) === 0) return false;
    const { address, isIpv4 } = reachedBy(host);
    return isIpv4 ? this.ipv4.check(address, 'ipv4') : this.ipv6.check(address, 'ipv6');
  }

  /** False for a text that is neither an address nor a block. A block of mapped addresses counts as IPv4. */
  add(text: string): boolean {
    const [, written = '', prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    if (isIP(written) === 0) return false;
    const { address, isIpv4 } = reachedBy(written);
    const width = isIpv4 ? 32 : 128;
    const bits = prefix === undefined ? width : Number(prefix) - (isIpv4 && isIP(written) === 6 ? MAPPED_BITS : 0);
    if (bits < 0 || bits > width) return false;
    if (isIpv4) this.ipv4.addSubnet(address, bits, 'ipv4');
    else this.ipv6.addSubnet(address, bits, 'ipv6');
    return true;
  }
}

/** Packets to an IPv6 address that maps one of IPv4 (::ffff:10.0.0.1) reach the latter. */
function reachedBy(address: string): { address: string; isIpv4: boolean } {
  if (isIP(address) === 4) return { address, isIpv4: true };
  const [, high, low] = MAPPED.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return { address, isIpv4: false };
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return { address: [first >> 8, first & 255, second >> 8, second & 255].join('.'), isIpv4: true };
}
