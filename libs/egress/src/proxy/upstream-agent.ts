import http from 'node:http';
import type { Duplex } from 'node:stream';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { type DialOptions, dialProxy, tunnelThrough } from './dial-proxy';

/** Connections for plain requests: to the proxy, which is given the whole address; through a SOCKS proxy, to the target. */
export class UpstreamAgent extends http.Agent {
  constructor(
    private readonly proxy: UpstreamProxy,
    private readonly dial: DialOptions,
    options: http.AgentOptions,
  ) {
    super(options);
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
      // Node looks at the stream only when there is no error.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return undefined;
  }
}
