import net, { type Socket } from 'node:net';
import { guardedLookup } from '../address/guarded-lookup';
import { dialProxy, tunnelThrough } from './dial-proxy';
import { connectTimeout, type UpstreamRoute } from './upstream-route';

/**
 * Connects to a target that `assertMayPass` has allowed, or to the upstream proxy. `relay`: connects to the proxy for
 * requests in absolute form. Rejects when `signal` aborts.
 */
export async function dialTarget(
  { guard, upstream, connectTimeoutMs, secureContext }: UpstreamRoute,
  target: { host: string; port: number },
  signal: AbortSignal,
  { relay = false }: { relay?: boolean } = {},
): Promise<Socket> {
  if (upstream !== undefined) {
    const dial = { connectTimeoutMs, guard, secureContext, signal };
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
    // Prevents a crash until the socket's next owner listens.
    socket.on('error', () => undefined);
    return socket;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
