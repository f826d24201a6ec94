import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { EgressGuard } from '../address/egress-guard';
import { assertLiteralAllowed, guardedLookup } from '../address/guarded-lookup';

export interface ConnectionOptions {
  skipTlsVerification: boolean;
  connectTimeoutMs: number;
}

/** Chrome's own bound is 256 KiB; sites that set dozens of cookies pass Node's default of 16 KiB. */
const MAX_HEADER_BYTES = 128 * 1024;
/** Silence on an open exchange. The time for all of it is the caller's signal. */
const SILENCE_MS = 60_000;

/** Kept-alive connections, shared by all requests of the same options. */
export class ConnectionPools {
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly guard: EgressGuard) {}

  dispatcherFor(options: ConnectionOptions): Dispatcher {
    const key = `${options.skipTlsVerification} ${options.connectTimeoutMs}`;
    let agent = this.agents.get(key);
    if (agent === undefined) {
      agent = this.open(options);
      this.agents.set(key, agent);
    }
    return agent;
  }

  /** Ends running requests, too. */
  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private open(options: ConnectionOptions): Agent {
    const connector = buildConnector({
      lookup: guardedLookup(this.guard),
      rejectUnauthorized: !options.skipTlsVerification,
      timeout: options.connectTimeoutMs,
    });
    // The one place where this client opens sockets, so no request can get around the guard.
    const connect: buildConnector.connector = (target, callback) => {
      assertLiteralAllowed(this.guard, target.hostname).then(
        () => connector(target, callback),
        (error: Error) => callback(error, null),
      );
    };
    return new Agent({
      connect,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      keepAliveMaxTimeout: 30_000,
    });
  }
}
