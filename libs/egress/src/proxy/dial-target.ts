import net, { type Socket } from 'node:net';
import { guardedLookup } from '../address/guarded-lookup';
import { dialProxy, tunnelThrough } from './dial-proxy';
import { connectTimeout, type UpstreamRoute } from './upstream-route';

/**
 * Connects to a target that `assertMayPass` has allowed, through the upstream proxy if there is one. `relay`: connects
 * to the proxy itself for requests in absolute form. Rejects when `signal` aborts.
 */
export async function dialTarget(
  { guard, upstream, connectTimeoutMs }: UpstreamRoute,
  target: { host: string; port: number },
  signal: AbortSignal,
  { relay = false }: { relay?: boolean } = {},
): Promise<Socket> {
  if (upstream !== undefined) {
    const dial = { connectTimeoutMs, guard, signal };
    return relay ? await dialProxy(upstream, dial) : await tunnelThrough(upstream, target, dial);
  }
  signal.throwIfAborted();
  const socket = net.connect({ ...target, lookup: guardedLookup(guard, target.port) });
  const timer = setTimeout(() => socket.destroy(connectTimeout()), connectTimeoutMs);
  const abort = (): void => void socket.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    // Until the next owner of the socket adds a listener, an error must not crash the process.
    socket.on('error', () => undefined);
    return socket;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
