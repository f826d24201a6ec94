export type ProxyProtocol = 'http' | 'https' | 'socks5';

/** What a proxy receives: the host name, which it resolves, or the checked address. */
export type ProxyTargets = 'name' | 'address';

/** A third-party proxy. The private field keeps its credentials out of logs and errors. */
export class UpstreamProxy {
  readonly protocol: ProxyProtocol;
  readonly host: string;
  readonly port: number;
  /** Upper-case ISO 3166-1 alpha-2 code of the exit country; absent: unknown. */
  readonly country: string | undefined;
  readonly #url: URL;
  readonly #username: string;
  readonly #password: string;

  constructor(
    url: URL,
    /** Position in the list from 1, used as its name in logs and errors. */
    readonly position: number,
    readonly targets: ProxyTargets = 'name',
  ) {
    this.#url = url;
    this.protocol = protocols.get(url.protocol)!;
    this.host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    this.port = Number(url.port) || usualPorts[this.protocol];
    this.country = url.searchParams.get('country')?.toUpperCase();
    this.#username = decodeURIComponent(url.username);
    this.#password = decodeURIComponent(url.password);
  }

  withTargets(targets: ProxyTargets): UpstreamProxy {
    return new UpstreamProxy(this.#url, this.position, targets);
  }

  /**
   * Whether plain requests use the absolute form (`GET http://host/path`). Not for SOCKS, and not with addresses,
   * because proxies must replace Host by the address (RFC 9112, 3.2.2).
   */
  get takesPlainRequests(): boolean {
    return this.protocol !== 'socks5' && this.targets === 'name';
  }

  credential(): { username: string; password: string } | undefined {
    return this.#username === '' && this.#password === ''
      ? undefined
      : { username: this.#username, password: this.#password };
  }

  authorization(): string | undefined {
    const given = this.credential();
    return given && `Basic ${Buffer.from(`${given.username}:${given.password}`).toString('base64')}`;
  }
}

export const protocols: ReadonlyMap<string, ProxyProtocol> = new Map([
  ['http:', 'http'],
  ['https:', 'https'],
  ['socks5:', 'socks5'],
  // `socks5h` means that the proxy resolves names, as ours always do.
  ['socks5h:', 'socks5'],
]);

const usualPorts: Record<ProxyProtocol, number> = { http: 80, https: 443, socks5: 1080 };
