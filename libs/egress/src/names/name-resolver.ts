import { LRUCache } from 'lru-cache';
import type { HostAddress } from './host-address';
import { parseHostsFile } from './hosts-file';
import { isDefinite, isTooLongName, NameError } from './name-error';
import { type NameAnswer, NameServers } from './name-servers';
import { completeNames, parseSearchRules, type SearchRules } from './search-list';
import { WatchedFile } from './watched-file';

/** Limits the work for one name: its search forms, both families, every try. */
const LOOKUP_MS = 5000;
/** An answer without a time to live (0) is for the present callers only. */
const MAX_KEPT_SECONDS = 300;
const FAILURE_KEPT_MS = 5000;
/** Asking again costs five seconds, which every page that names the host would wait. */
const SILENCE_KEPT_MS = 15_000;
/** Names of at most 253 characters with a few addresses each: some megabytes. */
const MAX_NAMES = 10_000;

/** RFC 6761, 6.3: both addresses, without a question to any server. */
const LOCAL: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export interface NameResolverOptions {
  hostsPath?: string;
  /** The path of the search list. c-ares reads the servers from its own place. */
  resolvConfPath?: string;
  /** Replaces the servers of resolv.conf. */
  servers?: readonly string[];
}

type Kept = NameAnswer | { code: string };

/**
 * Resolves names as the C library does (hosts file, then DNS with the search list), but without its threads, in bounded
 * time, and with a memory: answers for their time to live, failures for some seconds.
 */
export class NameResolver {
  private readonly hosts: WatchedFile<ReadonlyMap<string, HostAddress[]>>;
  private readonly searchFile: WatchedFile<SearchRules>;
  private readonly servers: NameServers;
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_NAMES });
  private readonly asked = new Map<string, Promise<Kept>>();
  private rules: SearchRules;

  constructor(options: NameResolverOptions = {}) {
    this.hosts = new WatchedFile(options.hostsPath ?? '/etc/hosts', parseHostsFile);
    this.searchFile = new WatchedFile(options.resolvConfPath ?? '/etc/resolv.conf', parseSearchRules);
    this.servers = new NameServers(options.servers);
    this.rules = this.searchFile.read();
  }

  /**
   * The addresses, at least one, IPv4 first. A final dot disables the search list. Rejects with a NameError within some
   * five seconds.
   */
  async resolve(hostname: string): Promise<HostAddress[]> {
    const name = hostname.toLowerCase();
    const bare = name.replace(/\.$/, '');
    if (isTooLongName(bare)) throw new NameError('ENOTFOUND', bare);
    const listed = this.hosts.read().get(bare) ?? localAddresses(bare);
    if (listed !== undefined) return [...listed];
    this.heedNewRules();
    const found = this.kept.get(name) ?? (await this.joined(name));
    if ('code' in found) throw new NameError(found.code, bare);
    return [...found.addresses];
  }

  /** One answer for all callers that ask while the name is looked up. */
  private joined(name: string): Promise<Kept> {
    const known = this.asked.get(name);
    if (known !== undefined) return known;
    const asking = this.lookUp(name)
      .then((found) => this.keep(name, found))
      .finally(() => {
        this.asked.delete(name);
        // A question that was given up goes on for some seconds unheard.
        if (this.asked.size === 0) this.servers.cancel();
      });
    this.asked.set(name, asking);
    return asking;
  }

  private keep(name: string, found: Kept): Kept {
    const keptMs =
      'addresses' in found
        ? Math.min(found.ttlSeconds, MAX_KEPT_SECONDS) * 1000
        : found.code === 'ETIMEOUT'
          ? SILENCE_KEPT_MS
          : FAILURE_KEPT_MS;
    if (keptMs > 0) this.kept.set(name, found, { ttl: keptMs });
    return found;
  }

  private async lookUp(name: string): Promise<Kept> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<Kept>((resolve) => {
      timer = setTimeout(() => resolve({ code: 'ETIMEOUT' }), LOOKUP_MS);
    });
    try {
      return await Promise.race([this.askAll(completeNames(name, this.rules), performance.now() + LOOKUP_MS), overdue]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Tries the next form of the name when this one does not exist, and stops when no server answers, as the C library
   * does.
   */
  private async askAll(names: readonly string[], endAt: number): Promise<Kept> {
    let code = 'ENOTFOUND';
    for (const name of names) {
      const found = await this.servers.ask(name, endAt).catch((error: unknown) => {
        if (error instanceof NameError) return error;
        throw error;
      });
      if (!(found instanceof NameError)) return found;
      if (isDefinite(code)) code = found.code;
      if (!isDefinite(found.code) && found.code !== 'ESERVFAIL') break;
    }
    return { code };
  }

  /** A laptop in another network has other servers, which know other names. */
  private heedNewRules(): void {
    const rules = this.searchFile.read();
    if (rules === this.rules) return;
    this.rules = rules;
    this.servers.reload();
    this.kept.clear();
  }
}

function localAddresses(name: string): readonly HostAddress[] | undefined {
  return name === 'localhost' || name.endsWith('.localhost') ? LOCAL : undefined;
}

/** One resolver for the process, so that all exits share what it learned. */
let ofSystem: NameResolver | undefined;

export async function resolveBySystem(hostname: string): Promise<HostAddress[]> {
  ofSystem ??= new NameResolver();
  return await ofSystem.resolve(hostname);
}
