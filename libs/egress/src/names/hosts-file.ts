import { isIP } from 'node:net';

export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** Addresses by lower-case name (hosts(5)), IPv4 first, otherwise in file order. */
export function parseHostsFile(text: string): ReadonlyMap<string, HostAddress[]> {
  const hosts = new Map<string, HostAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    // Link-local addresses with a zone (fe80::1%eth0) are never public.
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
