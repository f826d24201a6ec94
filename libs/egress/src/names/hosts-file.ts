import { isIP } from 'node:net';
import type { HostAddress } from './host-address';

/**
 * The addresses of each name in a hosts file, in lower case; see hosts(5). IPv4 first, otherwise in the order of the
 * file.
 */
export function parseHostsFile(text: string): ReadonlyMap<string, HostAddress[]> {
  const hosts = new Map<string, HostAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    // An address with a zone (fe80::1%eth0) belongs to a local link, never to the web.
    if (family === 0 || address.includes('%')) continue;
    for (const name of names) {
      const key = name.toLowerCase().replace(/\.$/, '');
      const known = hosts.get(key) ?? [];
      if (!known.some((other) => other.address === address)) known.push({ address, family: family === 4 ? 4 : 6 });
      hosts.set(key, known);
    }
  }
  for (const addresses of hosts.values()) addresses.sort((one, other) => one.family - other.family);
  return hosts;
}
