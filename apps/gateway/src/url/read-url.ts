import { isIP } from 'node:net';
import {
  closingRules,
  explainClosed,
  explainPrivateHost,
  type HostLists,
  isGlobalAddress,
  isMetadataAddress,
  MAX_URL_CHARS,
  missingRules,
  parseUrl,
  permitsUrl,
  portOf,
  type TeamHosts,
} from '@orbweaver/core';
import { quoteGiven } from '../errors/wording';

/** A requested URL in three forms. */
export interface TargetUrl {
  /** Normalised. */
  url: string;
  /** As written, with a scheme. Start URL of a crawl. */
  absolute: string;
  /** As written. */
  sourceUrl: string;
}

export interface UrlProblem {
  /** Error message, built lazily: a batch can have 500,000 invalid URLs, but shows only 20. */
  explain(): string;
  /** Present if the URL is valid but its host is denied. */
  refusal?: HostRefusal;
}

export interface HostRefusal {
  /** `closed`: by EGRESS_DENY or the hosts of the team. */
  cause: 'closed' | 'not-public';
  /** The deciding or missing entry, for the log. */
  detail(): string;
}

export type UrlReading = TargetUrl | UrlProblem;

export const isProblem = (reading: UrlReading): reading is UrlProblem => 'explain' in reading;

const PATH_ONLY = /^(?:\/(?!\/)|\.{1,2}\/)/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const DOUBLE_SCHEME = /^https?:\/\/https?(?::|\/\/)/i;

const tooLong = (chars: number): UrlProblem => ({
  explain: () => `A URL must have at most ${MAX_URL_CHARS} characters, not ${chars}`,
});

/** Validates URLs of requests without resolving names; the egress guard checks addresses when it connects. */
export function readUrl(written: string, lists: HostLists, hosts?: TeamHosts): UrlReading {
  if (written.length > MAX_URL_CHARS) return tooLong(written.length);
  const trimmed = written.trim();
  const given = () => quoteGiven(trimmed);
  if (PATH_ONLY.test(trimmed)) return { explain: () => `URL needs a host, ${given()} is only a path` };
  const absolute = SCHEME.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!/^https?:\/\//i.test(absolute)) {
    return {
      explain: () => `URL uses unsupported protocol, it must begin with http:// or https://, not be ${given()}`,
    };
  }
  const url = DOUBLE_SCHEME.test(absolute) ? undefined : parseUrl(absolute);
  if (url === undefined) {
    return { explain: () => `Invalid URL ${given()}, it must be one such as https://example.com/page` };
  }
  // Escaping turns one non-ASCII character into up to twelve.
  if (url.href.length > MAX_URL_CHARS) return tooLong(url.href.length);
  return hostProblem(url, lists, given) ?? teamProblem(url, hosts) ?? { url: url.href, absolute, sourceUrl: written };
}

function hostProblem(url: URL, lists: HostLists, given: () => string): UrlProblem | undefined {
  const target = { host: url.hostname, port: portOf(url) };
  if (lists.closed.names(target.host, target.port)) {
    return {
      explain: () => `This site is not supported: ${explainClosed(target, lists)}`,
      refusal: { cause: 'closed', detail: () => `${target.host} is ${closingRules(target, lists)}` },
    };
  }
  const host = target.host.replace(/\.$/, '');
  const address = host.replace(/^\[|\]$/g, '');
  if (lists.allowed.names(target.host, target.port) && !isMetadataAddress(address)) return undefined;
  const isAddress = isIP(address) !== 0;
  if (isAddress ? isGlobalAddress(address) : hasPublicForm(host)) return undefined;
  if (!isAddress && !/(?:^|\.)localhost$/.test(host)) {
    return { explain: () => `URL must have a valid top-level domain or be a valid path, not ${given()}` };
  }
  return {
    explain: () => `URL must point to a public address, not to ${target.host}; ${explainPrivateHost(target, lists)}`,
    refusal: { cause: 'not-public', detail: () => `${target.host} is ${missingRules(target, lists)}` },
  };
}

function teamProblem(url: URL, hosts: TeamHosts | undefined): UrlProblem | undefined {
  if (permitsUrl(hosts, url.href)) return undefined;
  return {
    explain: () =>
      `This site is not supported: the operator of this service does not allow ${url.hostname} for this team`,
    refusal: { cause: 'closed', detail: () => `${url.hostname} is closed by the hosts of the team` },
  };
}

/** At least two labels, the last with at least two characters. */
function hasPublicForm(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return labels.length >= 2 && labels.every((label) => label !== '') && last.length >= 2 && last !== 'localhost';
}
