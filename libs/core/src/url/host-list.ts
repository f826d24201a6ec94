import ipaddr from 'ipaddr.js';
import { type HostEntry, HostNames, readHostEntry } from './host-names';

export type AddressBlock = ReturnType<typeof ipaddr.parseCIDR>;

const MAPPED_BITS = 96;

export class HostList {
  private readonly hosts = new HostNames();
  private readonly blocks: (HostEntry & { block: AddressBlock })[] = [];

  /**
   * Parses a comma list of host names (`wiki.intern`, `*.intern`), addresses and CIDR blocks, each with an optional
   * port (`wiki.intern:8080`, `[fd00::/8]:443`).
   * @throws Error with all invalid entries, because a typing error must not open or close a network
   */
  constructor(text: string) {
    const wrong: string[] = [];
    for (const written of text.split(',').map((part) => part.trim().toLowerCase())) {
      if (written === '') continue;
      const entry = readHostEntry(written);
      const block = entry && blockOf(entry.host);
      if (block !== undefined) this.blocks.push({ ...entry!, block });
      else if (entry === undefined || !this.hosts.add(entry.host, entry.port)) wrong.push(`"${written}"`);
    }
    if (wrong.length === 0) return;
    const are = wrong.length === 1 ? 'is' : 'are each';
    throw new Error(
      `${wrong.join(', ')} ${are} neither a host name, nor an address, nor a CIDR block, with or without a port`,
    );
  }

  hasHost(hostname: string, port: number): boolean {
    return this.hosts.has(hostname, port);
  }

  hasAddress(address: string, port: number): boolean {
    if (this.blocks.length === 0) return false;
    const parsed = ipaddr.process(address);
    return this.blocks.some((entry) => (entry.port ?? port) === port && isInBlock(parsed, entry.block));
  }

  names(hostname: string, port: number): boolean {
    const host = bare(hostname);
    return this.hosts.has(host, port) || addressesOf(host).some((address) => this.hasAddress(address, port));
  }

  entriesOf(hostnames: readonly string[], port: number): { here: HostEntry[]; elsewhere: HostEntry[] } {
    const found = hostnames.map(bare).flatMap((host) => [
      ...this.hosts.entriesOf(host),
      ...addressesOf(host).flatMap((address) => {
        const parsed = ipaddr.process(address);
        return this.blocks.filter(({ block }) => isInBlock(parsed, block));
      }),
    ]);
    const isHere = (entry: HostEntry) => (entry.port ?? port) === port;
    return { here: found.filter(isHere), elsewhere: found.filter((entry) => !isHere(entry)) };
  }
}

export function isInBlock(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: AddressBlock): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function addressesOf(host: string): string[] {
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  return isAddress(host) ? [host] : [];
}

/** Checked before ipaddr.js, which throws for each name and is ten times slower. */
const isAddress = (text: string) =>
  /^[\d.]+$/.test(text) ? ipaddr.IPv4.isValidFourPartDecimal(text) : ipaddr.IPv6.isValid(text);

/** The block of an address or CIDR block; undefined for other text. */
export function blockOf(text: string): AddressBlock | undefined {
  const [, address = '', prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (!isAddress(address)) return undefined;
  const written = ipaddr.parse(address);
  const network = ipaddr.process(address);
  const carried = written.kind() === network.kind() ? 0 : MAPPED_BITS;
  const width = network.kind() === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? width : Number(prefix) - carried;
  return bits < 0 || bits > width ? undefined : ([network, bits] as AddressBlock);
}
