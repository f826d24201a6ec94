import ipaddr from 'ipaddr.js';
import { isInBlock } from './host-list';

/** The only block of public IPv6 addresses (IANA). */
const globalUnicast6 = ipaddr.parseCIDR('2000::/3');

/**
 * Special blocks missing in ipaddr.js: documentation (RFC 9637), and Azure's platform address, which serves the
 * machine's own secrets.
 */
const alsoRefused = [ipaddr.parseCIDR('3fff::/20'), ipaddr.parseCIDR('168.63.129.16/32')];

/**
 * Whether the address is on the public internet. IPv6 forms with an embedded IPv4 address (mapped, NAT64, 6to4, Teredo)
 * are not: their destination depends on the local network.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (alsoRefused.some((block) => isInBlock(parsed, block))) return false;
  return parsed.kind() === 'ipv4' || isInBlock(parsed, globalUnicast6);
}
