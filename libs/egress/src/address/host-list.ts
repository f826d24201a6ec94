import { HostNames, readHostEntry } from '@orbweaver/core';
import ipaddr from 'ipaddr.js';
import { type AddressBlock, isInBlock } from './is-global-address';

/** What EGRESS_ALLOW opens beyond the public internet, or EGRESS_DENY closes of it. */
export interface HostList {
  hasHost(hostname: string, port: number): boolean;
  hasAddress(address: string, port: number): boolean;
}

/** The bits of an IPv6 address in front of the IPv4 address that it carries. */
const MAPPED_BITS = 96;

/**
 * Reads a comma list of host names (`wiki.intern`, `*.intern` for every name below), addresses and CIDR blocks, each
 * with all its ports or with one (`wiki.intern:8080`, `[fd00::/8]:443`).
 * Throws an Error that names the entry it does not understand: a typing error must not open or close a network.
 */
export function parseHostList(text: string): HostList {
  const hosts = new HostNames();
  const blocks: { block: AddressBlock; port: number | undefined }[] = [];
  for (const written of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (written === '') continue;
    const entry = readHostEntry(written);
    const block = entry && blockOf(entry.host);
    if (block !== undefined) blocks.push({ block, port: entry?.port });
    else if (entry === undefined || !hosts.add(entry.host, entry.port))
      throw new Error(
        `"${written}" is neither a host name, nor an address, nor a CIDR block, nor one of them with a port`,
      );
  }
  return {
    hasHost: (hostname, port) => hosts.has(hostname, port),
    hasAddress: (address, port) => {
      // A mapped address (::ffff:10.0.0.1) reaches the IPv4 host, so it is judged as that.
      const parsed = ipaddr.process(address);
      return blocks.some((entry) => (entry.port ?? port) === port && isInBlock(parsed, entry.block));
    },
  };
}

/** An address, or a block of them; a block of mapped addresses is one of IPv4. */
function blockOf(text: string): AddressBlock | undefined {
  const [, address = '', prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined;
  const written = ipaddr.parse(address);
  const network = ipaddr.process(address);
  const carried = written.kind() === network.kind() ? 0 : MAPPED_BITS;
  const width = network.kind() === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? width : Number(prefix) - carried;
  return bits < 0 || bits > width ? undefined : ([network, bits] as AddressBlock);
}
