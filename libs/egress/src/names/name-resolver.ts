import { LRUCache } from 'lru-cache';
import type { HostAddress } from './hosts-file';
import { parseHostsFile } from './hosts-file';
import { isDefinite, isTooLongName, NameError } from './name-error';
import { type NameAnswer, NameServers } from './name-servers';
import { completeNames, parseSearchRules, type SearchRules } from './search-list';
import { WatchedFile } from './watched-file';

const LOOKUP_MS = 5000;
/** Answers with a time to live of 0 are shared only by concurrent callers. */
const MAX_KEPT_SECONDS = 300;
const FAILURE_KEPT_MS = 5000;
/** Repeating a failed lookup would delay each page with the host by five seconds. */
const SILENCE_KEPT_MS = 15_000;
/** Some megabytes: names have at most 253 characters. */
const MAX_NAMES = 10_000;

/** RFC 6761, 6.3: both addresses without a query. */
const LOCAL: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export interface NameResolverOptions {
  hostsPath?: string;
  resolvConfPath?: string;
  servers?: readonly string[];
}

type Kept = NameAnswer | { code: string };

/**
 * Resolves names like the C library (hosts file, then DNS with the search list) but without threads, with a time limit
 * and a cache for answers and failures.
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
   * At least one address, IPv4 first. A trailing dot disables the search list.
   * @throws NameError within about five seconds
   */
  async resolve(hostname: string): Promise<HostAddress[]> {
    const name = hostname.toLowerCase();
    const bare = name.replace(/\.$/, '');
    if (isTooLongName(bare)) throw new NameError('ENOTFOUND', bare);
    const listed = this.hosts.read().get(bare) ?? localAddresses(bare);
    if (listed !== undefined) return [...listed];
    this.reloadSearchRules();
    const found = this.kept.get(name) ?? (await this.joined(name));
    if ('code' in found) throw new NameError(found.code, bare);
    return [...found.addresses];
  }

  private joined(name: string): Promise<Kept> {
    const known = this.asked.get(name);
    if (known !== undefined) return known;
    const asking = this.lookUp(name)
      .then((found) => this.keep(name, found))
      .finally(() => {
        this.asked.delete(name);
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

  /** Tries the next search form if a name does not exist, and stops if no server answers, like the C library. */
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

  /** Clears the cache after a change of resolv.conf: other servers know other names. */
  private reloadSearchRules(): void {
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

/** One per process, so that all clients share the cache. */
let ofSystem: NameResolver | undefined;

export async function resolveBySystem(hostname: string): Promise<HostAddress[]> {
  ofSystem ??= new NameResolver();
  return await ofSystem.resolve(hostname);
}
