import { BlockList, isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

export type ReadInterfaces = () => NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'cidr' | 'family'>[]>;

/** A read takes about 0.1 ms, and some milliseconds on a node with a thousand interfaces. */
const REFRESH_MS = 10_000;
/** Shorter prefixes come from tunnels and unusual masks (`/0`, `/1`, `/8`) and would block a part of the internet. */
const SHORTEST_PREFIX = { ipv4: 16, ipv6: 48 };

/** The addresses of this machine and its directly connected networks, refreshed on use at most every ten seconds. */
export class OwnNetworks {
  private blocks: BlockList;
  private readAt = performance.now();

  /** @throws Error if the interfaces cannot be read */
  constructor(private readonly readInterfaces: ReadInterfaces = networkInterfaces) {
    try {
      this.blocks = blocksOf(readInterfaces());
    } catch (cause) {
      const advice = 'the egress guard needs them: allow netlink sockets (AF_NETLINK)';
      throw new Error(`The network interfaces of this machine cannot be read; ${advice}`, { cause });
    }
  }

  has(address: string): boolean {
    this.refresh();
    return this.blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }

  private refresh(): void {
    if (performance.now() - this.readAt < REFRESH_MS) return;
    this.readAt = performance.now();
    try {
      this.blocks = blocksOf(this.readInterfaces());
    } catch {
      // Fails without free file descriptors; the last result is kept.
    }
  }
}

function blocksOf(interfaces: ReturnType<ReadInterfaces>): BlockList {
  const blocks = new BlockList();
  for (const { address, cidr, family } of Object.values(interfaces).flatMap((addresses) => addresses ?? [])) {
    const type = family === 'IPv6' ? 'ipv6' : 'ipv4';
    blocks.addAddress(address, type);
    // A mask that is not contiguous has no cidr.
    const prefix = Number(cidr?.split('/')[1]);
    if (prefix >= SHORTEST_PREFIX[type]) blocks.addSubnet(address, prefix, type);
  }
  return blocks;
}
