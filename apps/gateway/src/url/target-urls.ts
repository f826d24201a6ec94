import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { explainClosed, explainUnopened, HostList, type HostLists, MAX_URL_CHARS, portOf } from '@orbweaver/core';
import { CONFIG } from '@orbweaver/platform';
import { ApiError, refuseField } from '../errors/api-error';
import { quoteGiven } from '../errors/describe-fault';
import type { GatewayConfig } from '../gateway.config';

/** A URL that a caller asks for, in three forms. */
export interface TargetUrl {
  /** Normalised. */
  url: string;
  /** With a scheme, otherwise as written. A crawl starts from this. */
  absolute: string;
  /** As written. */
  sourceUrl: string;
}

/** What is wrong with a URL, for the caller. */
export interface UrlProblem {
  problem: string;
  /** The URL is valid, and the operator has closed its host. */
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

/** 400 for an invalid URL, 403 for a host that the operator has closed. */
export function refuseUrl(path: (string | number)[], { problem, isClosed }: UrlProblem): ApiError {
  if (!isClosed) return refuseField(path, problem);
  return new ApiError(403, problem, { code: 'UNSUPPORTED_SITE' });
}

/** The rules for URLs in requests. The egress guard decides later, at the connection, whether the host may be reached. */
@Injectable()
export class TargetUrls {
  private readonly lists: HostLists;

  constructor(@Inject(CONFIG) config: Pick<GatewayConfig, 'EGRESS_ALLOW' | 'EGRESS_DENY'>) {
    this.lists = { allowed: new HostList(config.EGRESS_ALLOW), closed: new HostList(config.EGRESS_DENY) };
  }

  /** `path`: where in the request the URL stands. @throws ApiError 400, 403 */
  require(path: (string | number)[], written: string): TargetUrl {
    const reading = this.read(written);
    if (isProblem(reading)) throw refuseUrl(path, reading);
    return reading;
  }

  read(written: string): UrlReading {
    if (written.length > MAX_URL_CHARS) return tooLong(written.length);
    const trimmed = written.trim();
    // Lazy: a batch may have half a million URLs, and most are valid.
    const given = () => quoteGiven(trimmed);
    if (PATH_ONLY.test(trimmed)) return { problem: `URL needs a host, ${given()} is only a path` };
    const absolute = SCHEME.test(trimmed) ? trimmed : `http://${trimmed}`;
    if (!/^https?:\/\//i.test(absolute)) {
      return { problem: `URL uses unsupported protocol, it must begin with http:// or https://, not be ${given()}` };
    }
    if (DOUBLE_SCHEME.test(absolute) || !URL.canParse(absolute)) {
      return { problem: `Invalid URL ${given()}, it must be one such as https://example.com/page` };
    }
    const url = new URL(absolute);
    // Escaping makes up to twelve characters of one that is not ASCII.
    if (url.href.length > MAX_URL_CHARS) return tooLong(url.href.length);
    if (this.lists.closed.names(url.hostname, portOf(url)))
      return { problem: `This site is not supported: ${explainClosed(target(url), this.lists)}`, isClosed: true };
    if (!this.hasPublicForm(url)) return { problem: this.hostProblem(url, given()) };
    return { url: url.href, absolute, sourceUrl: written };
  }

  /** Two labels or more, the last of two letters or more; a public address; or a host that the operator opened. */
  private hasPublicForm(url: URL): boolean {
    const host = url.hostname.replace(/\.$/, '');
    if (this.lists.allowed.names(host, portOf(url))) return true;
    if (isAddress(host)) return !isReserved(host);
    const labels = host.split('.');
    return labels.length >= 2 && labels.every((label) => label !== '') && (labels.at(-1)?.length ?? 0) >= 2;
  }

  /** Names EGRESS_ALLOW where it would help: for an address or localhost, not for an invalid name. */
  private hostProblem(url: URL, given: string): string {
    const host = url.hostname;
    return isAddress(host) || /(?:^|\.)localhost\.?$/.test(host)
      ? `URL must lead to a public address, not to ${host}; ${explainUnopened(target(url), this.lists)}`
      : `URL must have a valid top-level domain or be a valid path, not ${given}`;
  }
}

const target = (url: URL) => ({ host: url.hostname, port: portOf(url) });
const isAddress = (host: string) => isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/** Addresses that people type by mistake, refused early. The egress guard has the complete list. */
function isReserved(host: string): boolean {
  return /^(?:0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^\[(?:::|::1|f[cd].*|fe80.*|::ffff:.*)\]$/.test(
    host,
  );
}
