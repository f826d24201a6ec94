import { HostNames } from '@orbweaver/core';
import ipaddr from 'ipaddr.js';
import { type AddressBlock, isInBlock } from './is-global-address';

/** What EGRESS_ALLOW opens beyond the public internet, or EGRESS_DENY closes of it. */
export interface HostList {
  hasHost(hostname: string): boolean;
  hasAddress(address: string): boolean;
}

/**
 * Reads a comma list of host names (`wiki.intern`, `*.intern` for every name below), addresses and CIDR blocks.
 * Throws an Error that names the entry it does not understand: a typing error must not open or close a network.
 */
export function parseHostList(text: string): HostList {
  const hosts = new HostNames();
  const blocks: AddressBlock[] = [];
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (entry === '') continue;
    const bare = entry.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValidCIDR(bare)) blocks.push(ipaddr.parseCIDR(bare));
    else if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) blocks.push(singleAddress(bare));
    else if (!hosts.add(entry)) throw new Error(`"${entry}" is neither a host name, nor an address, nor a CIDR block`);
  }
  return {
    hasHost: (hostname) => hosts.has(hostname),
    hasAddress: (address) => {
      // A mapped address (::ffff:10.0.0.1) reaches the IPv4 host, so it is judged as that.
      const parsed = ipaddr.process(address);
      return blocks.some((block) => isInBlock(parsed, block));
    },
  };
}

function singleAddress(address: string): AddressBlock {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128] as AddressBlock;
}
