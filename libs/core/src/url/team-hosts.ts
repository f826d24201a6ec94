import { z } from 'zod';
import { HostList } from './host-list';
import { portOf } from './page-url';
import { parseUrl } from './parse-url';

const MAX_HOSTS = 10_000;
const MAX_HOST_CHARS = 300;

const isHost = (text: string): boolean => {
  try {
    new HostList(text);
    return text !== '' && !text.includes(',');
  } catch {
    return false;
  }
};

/** An entry of a `HostList`. */
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_HOST_CHARS)
  .refine(isHost, 'must be a host name (*.example.com: all subdomains), an address or a CIDR block');

const Hosts = z.array(Host).max(MAX_HOSTS);

/**
 * Hosts for the pages of a team. `allowed` limits pages and their frames; empty: all hosts. `closed` takes precedence and
 * also covers what pages load, such as scripts and images.
 */
export const TeamHosts = z.object({ allowed: Hosts.default([]), closed: Hosts.default([]) });
export type TeamHosts = z.output<typeof TeamHosts>;

/** The lists to replace. */
export const TeamHostsChange = z.strictObject({ allowed: Hosts.optional(), closed: Hosts.optional() });
export type TeamHostsChange = z.output<typeof TeamHostsChange>;

interface CompiledHosts {
  allowed: HostList | undefined;
  closed: HostList;
}

/** The same object is used for all pages of a job. */
const compiled = new WeakMap<TeamHosts, CompiledHosts>();

function compile(hosts: TeamHosts): CompiledHosts {
  const known = compiled.get(hosts);
  if (known !== undefined) return known;
  const made = {
    allowed: hosts.allowed.length === 0 ? undefined : new HostList(hosts.allowed.join(',')),
    closed: new HostList(hosts.closed.join(',')),
  };
  compiled.set(hosts, made);
  return made;
}

/** Whether a team may visit a URL. Names are not resolved: an address in a list matches only URLs with this address. */
export function permitsUrl(hosts: TeamHosts | undefined, url: string): boolean {
  const parsed = hosts && parseUrl(url);
  if (hosts === undefined || parsed === undefined) return true;
  const { allowed, closed } = compile(hosts);
  const port = portOf(parsed);
  return !closed.names(parsed.hostname, port) && allowed?.names(parsed.hostname, port) !== false;
}

/** Whether no request of a team's page may reach the host of a URL, also not for scripts and images. */
export function isClosedUrl(hosts: TeamHosts | undefined, { hostname, port, protocol }: URL): boolean {
  return hosts !== undefined && compile(hosts).closed.names(hostname, portOf({ port, protocol }));
}

/** Undefined without entries, so that jobs of most teams have no lists. */
export const teamHostsOf = (allowed: string[], closed: string[]): TeamHosts | undefined =>
  allowed.length + closed.length === 0 ? undefined : { allowed, closed };
