const NAME = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const MAX_PORT = 65_535;

/** An entry of a host list. `port` absent: all ports. */
export interface HostEntry {
  host: string;
  port: number | undefined;
}

/**
 * Splits the port off an entry (`wiki.intern:8080`, `10.0.0.0/8:443`, `[fd12::1]:80`). An IPv6 address without brackets
 * has no port. Undefined for an invalid port.
 */
export function readHostEntry(text: string): HostEntry | undefined {
  const [, bracketed, bare, written] = /^(?:\[([^\]]*:[^\]]*)\]|([^:]*))(?::([^:]*))?$/.exec(text) ?? [];
  const host = bracketed ?? bare;
  if (host === undefined) return { host: text, port: undefined };
  if (written === undefined) return { host, port: undefined };
  const port = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  return port >= 1 && port <= MAX_PORT ? { host, port } : undefined;
}

/** Host names of an operator: `wiki.intern`, or `*.intern` for its subdomains. Lower case. */
export class HostNames {
  private readonly ports = new Map<string, Set<number | undefined>>();

  add(name: string, port?: number): boolean {
    if (!NAME.test(name) || !/[a-z]/.test(name)) return false;
    const ports = this.ports.get(name) ?? new Set();
    this.ports.set(name, ports.add(port));
    return true;
  }

  has(hostname: string, port: number): boolean {
    return namesOf(hostname).some((name) => {
      const ports = this.ports.get(name);
      return ports !== undefined && (ports.has(undefined) || ports.has(port));
    });
  }

  entriesOf(hostname: string): HostEntry[] {
    return namesOf(hostname).flatMap((host) => [...(this.ports.get(host) ?? [])].map((port) => ({ host, port })));
  }
}

const namesOf = (hostname: string) => [hostname, ...parentsOf(hostname).map((parent) => `*.${parent}`)];

function parentsOf(hostname: string): string[] {
  const labels = hostname.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}
