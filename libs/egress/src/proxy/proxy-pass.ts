import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type PageFailure, parseUrl } from '@orbweaver/core';
import { type Denial, denialOf } from '../address/egress-failure';
import { RefusalMemory } from './refusal-memory';
import { targetOf } from './target';

/** The limit that a pass exceeded. */
export interface Excess {
  /** The plain response that was cut off; undefined: the sum was too much, and the pass is closed. */
  url?: string;
  maxBytes: number;
}

export interface PassOptions {
  /** Limits one response to a plain request on the wire; a larger one is cut off. Tunnels hide their responses. */
  maxResponseBytes?: number;
  /** Limits everything, tunnels included. */
  maxBytes?: number;
  onTooLarge?(excess: Excess): void;
}

export interface Credential {
  username: string;
  password: string;
}

/** The page's knowledge of its requests, by target (see targetOf); in a tunnel the proxy sees bytes only. */
export interface SeenTargets {
  /** A request has had no response for long enough. */
  waiting: ReadonlySet<string>;
  /** The rest of a response is on its way. */
  coming: ReadonlySet<string>;
  /** Whether the target ever responded. */
  hasAnswered(target: string): boolean;
}

const NOTHING_SEEN: SeenTargets = { waiting: new Set(), coming: new Set(), hasAnswered: () => false };

/** More hosts than any page uses. Beyond this, hosts are not known to have ever responded. */
const MAX_TARGETS = 1000;

/** The right of one page to use the proxy, and what came of it. */
export class ProxyPass {
  /** For `Proxy-Authorization: Basic`. No other page has it. */
  readonly credential: Credential = { username: randomBytes(9).toString('base64url'), password: secret() };
  private readonly expected = Buffer.from(basic(this.credential));
  private readonly failures = new RefusalMemory();
  /** By host and port: requests that were given up because the target never responded. */
  private readonly silent = new RefusalMemory();
  private readonly answered = new Set<string>();
  private readonly exchanges = new Set<ProxyExchange>();
  private receivedBytes = 0;
  private isClosed = false;

  /** @param patience how many times longer a response may take than without an upstream proxy */
  constructor(
    private readonly options: PassOptions,
    private readonly onClose: () => void,
    readonly patience = 1,
  ) {}

  /** Compared in constant time, so that the time does not reveal how much of the credential is right. */
  isShownBy(authorization: string): boolean {
    const given = Buffer.from(authorization);
    return given.length === this.expected.length && timingSafeEqual(given, this.expected);
  }

  /**
   * Why the URL's server gave this page no connection. The browser only sees a failed tunnel
   * (ERR_TUNNEL_CONNECTION_FAILED) and cannot tell a refused address from a dead server.
   */
  failureOf(url: string): PageFailure | undefined {
    const target = parseUrl(url);
    return target === undefined ? undefined : this.failures.recall(targetOf(target));
  }

  /** What the guard refused to this page, server by server. For the operator's log, never for callers. */
  denials(): Denial[] {
    return this.failures.all().flatMap((failure) => denialOf(failure) ?? []);
  }

  /**
   * Ends requests that have waited longer than `olderThanMs`, except for the `sparing` latest ones: those without any
   * byte of a response, and tunnels of which only the page knows that no response comes (a TLS handshake is none).
   * Servers that never answered this page are not asked again. Returns the targets.
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

  /** Counts from nothing again what has come in, for a page that is loaded once more. */
  countAnew(): void {
    this.receivedBytes = 0;
  }

  private mayHaveAnswered(target: string): boolean {
    return this.answered.has(target) || this.answered.size >= MAX_TARGETS;
  }

  /** From now on no request passes, and everything under way ends. Idempotent. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const exchange of this.exchanges) exchange.end();
    this.onClose();
  }

  /** @internal For the proxy. `target`: host and port. `url`: of a plain request. `end` ends it on both sides. */
  begin(target: string, end: () => void, url?: string): ProxyExchange {
    const exchange: ProxyExchange = new ProxyExchange({ target, isTunnel: url === undefined }, end, {
      onReceived: (bytes) => this.receive(exchange, bytes, url),
      onOver: () => this.exchanges.delete(exchange),
    });
    this.exchanges.add(exchange);
    return exchange;
  }

  /** @internal Why the server is not asked again. */
  givenUp(target: string): PageFailure | undefined {
    return this.silent.recall(target);
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

/** A plain request with its response, or a tunnel. */
export class ProxyExchange {
  readonly target: string;
  readonly isTunnel: boolean;
  hasReceived = false;
  receivedBytes = 0;
  /** When something last came, or the first request after that. */
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

  /** It ended by itself. */
  over(): void {
    this.isOver = true;
    this.events.onOver();
  }

  /** Cuts it off; false: nothing was left to cut. */
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
