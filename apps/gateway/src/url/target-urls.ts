import { isIP } from 'node:net';
import { type HostList, MAX_URL_CHARS, portOf } from '@orbweaver/core';
import { tellGiven } from '../wire/word-fault';

/** A URL that a caller asks for. */
export interface TargetUrl {
  /** Normalised. */
  url: string;
  /** With a scheme, otherwise as written: what a crawl starts from. */
  absolute: string;
  /** As written. */
  sourceUrl: string;
}

/** What is wrong with a URL, for the caller. */
export interface UrlProblem {
  problem: string;
  /** The URL is a good one, of a host that the operator has closed. */
  isClosed?: true;
}

export type UrlReading = TargetUrl | UrlProblem;

export const isProblem = (reading: UrlReading): reading is UrlProblem => 'problem' in reading;

const PATH_ONLY = /^(?:\/(?!\/)|\.{1,2}\/)/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const DOUBLE_SCHEME = /^https?:\/\/https?(?::|\/\/)/i;

const tooLong = (chars: number): UrlProblem => ({
  problem: `A URL must have ${MAX_URL_CHARS} characters at most; this one has ${chars}`,
});
const closedByOperator = (host: string) =>
  `This site is not supported: the operator of this service has closed ${host} with EGRESS_DENY`;

/** The rules for the URLs in requests. Whether a host may be reached is decided when it is connected to. */
export class TargetUrls {
  constructor(
    private readonly allowed: HostList,
    private readonly closed: HostList,
  ) {}

  read(written: string): UrlReading {
    if (written.length > MAX_URL_CHARS) return tooLong(written.length);
    const trimmed = written.trim();
    // Not for every one of half a million that are good.
    const given = () => tellGiven(trimmed);
    if (PATH_ONLY.test(trimmed)) return { problem: `URL needs a host, ${given()} is only a path` };
    const absolute = SCHEME.test(trimmed) ? trimmed : `http://${trimmed}`;
    if (!/^https?:\/\//i.test(absolute)) {
      return { problem: `URL uses unsupported protocol, it must begin with http:// or https://, not be ${given()}` };
    }
    if (DOUBLE_SCHEME.test(absolute) || !URL.canParse(absolute)) {
      return { problem: `Invalid URL ${given()}, it must be one such as https://example.com/page` };
    }
    const url = new URL(absolute);
    // Other characters than those of ASCII become up to twelve.
    if (url.href.length > MAX_URL_CHARS) return tooLong(url.href.length);
    if (this.closed.names(url.hostname, portOf(url)))
      return { problem: closedByOperator(url.hostname), isClosed: true };
    if (!this.hasPublicForm(url)) return { problem: wordHostProblem(url.hostname, given()) };
    return { url: url.href, absolute, sourceUrl: written };
  }

  /** Two labels and a last one of two letters, an address, or a name that the operator opened. */
  private hasPublicForm(url: URL): boolean {
    const host = url.hostname.replace(/\.$/, '');
    if (this.allowed.names(host, portOf(url))) return true;
    if (isAddress(host)) return !isReserved(host);
    const labels = host.split('.');
    return labels.length >= 2 && labels.every((label) => label !== '') && (labels.at(-1)?.length ?? 0) >= 2;
  }
}

const isAddress = (host: string) => isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/** The operator can do something for an address, and nothing for a name that is none. */
function wordHostProblem(host: string, given: string): string {
  return isAddress(host) || /(?:^|\.)localhost\.?$/.test(host)
    ? `URL must lead to a public address, not to ${host}; the operator of this service can open it with EGRESS_ALLOW`
    : `URL must have a valid top-level domain or be a valid path, not ${given}`;
}

/** The addresses that people type by mistake; an early answer only, the complete list is the egress guard's. */
function isReserved(host: string): boolean {
  return /^(?:0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^\[(?:::|::1|f[cd].*|fe80.*|::ffff:.*)\]$/.test(
    host,
  );
}
