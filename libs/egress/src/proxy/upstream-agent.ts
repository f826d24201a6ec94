import { setMaxListeners } from 'node:events';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import type { EgressGuard } from '../address/egress-guard';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { type DialOptions, dialProxy, tunnelThrough } from './dial-proxy';

export class UpstreamAgent extends http.Agent {
  private readonly dial: DialOptions & { guard: EgressGuard };
  private readonly closing = new AbortController();

  constructor(
    private readonly proxy: UpstreamProxy,
    dial: DialOptions & { guard: EgressGuard },
    options: http.AgentOptions,
  ) {
    super(options);
    this.dial = { ...dial, signal: this.closing.signal };
    setMaxListeners(0, this.closing.signal);
  }

  override destroy(): void {
    this.closing.abort();
    super.destroy();
  }

  override createConnection(
    target: http.ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const connecting = this.proxy.takesPlainRequests
      ? dialProxy(this.proxy, this.dial)
      : tunnelThrough(this.proxy, { host: target.host ?? '', port: Number(target.port) }, this.dial);
    connecting.then(
      (socket) => callback?.(null, socket),
      // Node reads the stream only if there is no error.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return undefined;
  }
}
