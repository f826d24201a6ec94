import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { blockOf, isInBlock } from '../url/host-list';

const MAX_NETWORKS = 50;
const MAX_NETWORK_CHARS = 50;

/** An IPv4 or IPv6 address or CIDR block, such as `10.0.0.0/8` or `2001:db8::/32`. */
const Network = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_NETWORK_CHARS)
  .refine((text) => blockOf(text) !== undefined, 'must be an address or a CIDR block, such as 10.0.0.0/8');

export const Networks = z.array(Network).max(MAX_NETWORKS);

/** Whether a client may use a key. Without networks, every client may. An IPv4-mapped IPv6 address counts as IPv4. */
export function isInNetworks(address: string | undefined, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (address === undefined || !ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return networks.some((network) => {
    const block = blockOf(network);
    return block !== undefined && isInBlock(client, block);
  });
}
