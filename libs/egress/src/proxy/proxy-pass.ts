import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type PageFailure, parseUrl } from '@orbweaver/core';
import { type Denial, denialOf } from '../address/egress-failure';
import { RefusalMemory, targetOf } from './refusal-memory';

export interface Excess {
  /** The truncated response; undefined: the total was exceeded and the pass is closed. */
  url?: string;
  maxBytes: number;
}

export interface PassOptions {
  /** Wire size of one plain response; larger ones are truncated. Tunnels are opaque. */
  maxResponseBytes?: number;
  maxBytes?: number;
  /** Called before each request and tunnel, of which only host and port are known. A failure refuses it. */
  refuses?(url: URL): PageFailure | undefined;
  onTooLarge?(excess: Excess): void;
}

export interface Credential {
  username: string;
  password: string;
}

/** The page's view of its requests by target (see targetOf), because tunnels are opaque to the proxy. */
export interface SeenTargets {
  waiting: ReadonlySet<string>;
  coming: ReadonlySet<string>;
  hasAnswered(target: string): boolean;
}

const NOTHING_SEEN: SeenTargets = { waiting: new Set(), coming: new Set(), hasAnswered: () => false };

/** More hosts than any page uses. Further hosts count as never having responded. */
const MAX_TARGETS = 1000;

/** One page's right to use the proxy, and its results. */
export class ProxyPass {
  /** For `Proxy-Authorization: Basic`. Unique per page. */
  readonly credential: Credential = { username: randomBytes(9).toString('base64url'), password: secret() };
  private readonly expected = Buffer.from(basic(this.credential));
  private readonly failures = new RefusalMemory();
  /** By host and port: requests abandoned because the target never responded. */
  private readonly silent = new RefusalMemory();
  private readonly answered = new Set<string>();
  private readonly exchanges = new Set<ProxyExchange>();
  private receivedBytes = 0;
  private isClosed = false;

  /** @param patience multiplier for response times through an upstream proxy */
  constructor(
    private readonly options: PassOptions,
    private readonly onClose: () => void,
    readonly patience = 1,
  ) {}

  isShownBy(authorization: string): boolean {
    const given = Buffer.from(authorization);
    return given.length === this.expected.length && timingSafeEqual(given, this.expected);
  }

  /** Why this page got no connection to the URL's server. The browser only reports ERR_TUNNEL_CONNECTION_FAILED. */
  failureOf(url: string): PageFailure | undefined {
    const target = parseUrl(url);
    return target === undefined ? undefined : this.failures.recall(targetOf(target));
  }

  /** Hosts that were blocked for this page. For the operator's log only. */
  denials(): Denial[] {
    return this.failures.all().flatMap((failure) => denialOf(failure) ?? []);
  }

  /**
   * Aborts requests without any response for longer than `olderThanMs`, except for the `sparing` latest ones. Includes
   * tunnels that only the page knows to be silent after TLS. Their servers are not asked again. Returns the targets.
   */
  giveUpSilent(
    olderThanMs: number,
    { sparing = 0, seen = NOTHING_SEEN }: { sparing?: number; seen?: SeenTargets } = {},
  ): Set<string> {
    const isStuck = ({ target, isTunnel, hasReceived }: ProxyExchange): boolean =>
      !hasReceived || (isTunnel && seen.waiting.has(target) && !seen.coming.has(target));
    const waiting = [...this.exchanges].filter(isStuck).sort((a, b) => a.quietSince - b.quietSince);
    const before = performance.now() - olderThanMs;
    const givenUp = new Set<string>();
    for (const exchange of waiting.slice(0, Math.max(0, waiting.length - sparing))) {
      if (exchange.quietSince > before) break;
      const { target, hasReceived } = exchange;
      const mayAnswer = seen.hasAnswered(target) || (!hasReceived && this.mayHaveAnswered(target));
      if (!mayAnswer) this.silent.remember(target, overdue(target));
      givenUp.add(target);
      exchange.end();
    }
    return givenUp;
  }

  countAnew(): void {
    this.receivedBytes = 0;
  }

  private mayHaveAnswered(target: string): boolean {
    return this.answered.has(target) || this.answered.size >= MAX_TARGETS;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const exchange of this.exchanges) exchange.end();
    this.onClose();
  }

  /** @internal `target`: host and port. `url`: of a plain request. `end` closes both sides. */
  begin(target: string, end: () => void, url?: string): ProxyExchange {
    const exchange: ProxyExchange = new ProxyExchange({ target, isTunnel: url === undefined }, end, {
      onReceived: (bytes) => this.receive(exchange, bytes, url),
      onOver: () => this.exchanges.delete(exchange),
    });
    this.exchanges.add(exchange);
    return exchange;
  }

  /** @internal The failure of a URL that the page must not request, or of an abandoned server. */
  refusalOf(url: URL): PageFailure | undefined {
    return this.options.refuses?.(url) ?? this.silent.recall(targetOf(url));
  }

  /** @internal */
  reached(target: string): void {
    this.failures.forget(target);
  }

  /** @internal */
  refused(target: string, failure: PageFailure): void {
    this.failures.remember(target, failure);
  }

  private receive(exchange: ProxyExchange, bytes: number, url: string | undefined): void {
    if (this.answered.size < MAX_TARGETS) this.answered.add(exchange.target);
    const { maxResponseBytes = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = this.options;
    this.receivedBytes += bytes;
    if (this.receivedBytes > maxBytes && !this.isClosed) {
      this.close();
      this.options.onTooLarge?.({ maxBytes });
    } else if (url !== undefined && exchange.receivedBytes > maxResponseBytes && exchange.end()) {
      this.options.onTooLarge?.({ url, maxBytes: maxResponseBytes });
    }
  }
}

interface ExchangeEvents {
  onReceived(bytes: number): void;
  onOver(): void;
}

export class ProxyExchange {
  readonly target: string;
  readonly isTunnel: boolean;
  hasReceived = false;
  receivedBytes = 0;
  quietSince = performance.now();
  private isAsked = true;
  private isOver = false;

  constructor(
    { target, isTunnel }: Pick<ProxyExchange, 'target' | 'isTunnel'>,
    private readonly cut: () => void,
    private readonly events: ExchangeEvents,
  ) {
    this.target = target;
    this.isTunnel = isTunnel;
  }

  sent(): void {
    if (!this.isAsked) this.quietSince = performance.now();
    this.isAsked = true;
  }

  received(bytes: number): void {
    this.quietSince = performance.now();
    this.isAsked = false;
    this.hasReceived = true;
    this.receivedBytes += bytes;
    this.events.onReceived(bytes);
  }

  over(): void {
    this.isOver = true;
    this.events.onOver();
  }

  end(): boolean {
    if (this.isOver) return false;
    this.over();
    this.cut();
    return true;
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

function basic({ username, password }: Credential): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function overdue(target: string): PageFailure {
  return { reason: 'timed-out', message: `The server did not answer in time: ${target}: ERR_TIMED_OUT` };
}
