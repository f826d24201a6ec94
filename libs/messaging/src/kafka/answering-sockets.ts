import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/**
 * Maximum time without progress on a socket with an unanswered request. Exceeds the consumers' session and rebalance
 * timeouts, because JoinGroup is answered when the group is complete.
 */
const MAX_SILENCE_MS = 30_000;
const CHECK_EVERY_MS = 1_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * Closes sockets to brokers with ETIMEDOUT when a broker does not respond, together with idle ones. kafkajs reuses a
 * connection after a timeout, so it would not recover from a failover with silent connections.
 */
export function createAnsweringSockets(maxSilenceMs = MAX_SILENCE_MS): ISocketFactory {
  const watched = new Map<string, Set<WatchedSocket>>();
  return ({ host, port, ssl, onConnect }) => {
    const servername = net.isIP(host) ? {} : { servername: host };
    const transport = net.connect({ host, port });
    transport.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
    const socket = ssl ? tls.connect({ host, port, ...servername, ...ssl, socket: transport }) : transport;
    socket.once(ssl ? 'secureConnect' : 'connect', onConnect);
    const broker = `${host}:${port}`;
    const siblings = watched.get(broker) ?? new Set();
    watched.set(broker, siblings);
    const own = new WatchedSocket(socket, transport, maxSilenceMs, (silentSinceMs) => {
      for (const one of siblings) one.closeUnlessActiveSince(silentSinceMs);
    });
    siblings.add(own);
    socket.once('close', () => siblings.delete(own));
    return socket;
  };
}

/** A response counts for all unanswered requests; kafkajs's timeout covers the others. */
class WatchedSocket {
  private bytesAnswered = 0;
  private unsentBytes = 0;
  private activeAtMs = performance.now();
  private silentSinceMs: number | undefined;

  constructor(
    private readonly socket: net.Socket,
    /** Below TLS. */
    private readonly transport: net.Socket,
    private readonly maxSilenceMs: number,
    private readonly onSilent: (silentSinceMs: number) => void,
  ) {
    socket.on('data', () => {
      this.bytesAnswered = socket.bytesWritten;
      this.markActive();
    });
    const timer = setInterval(() => this.check(), Math.min(CHECK_EVERY_MS, maxSilenceMs / 4));
    timer.unref();
    socket.once('close', () => clearInterval(timer));
  }

  closeUnlessActiveSince(atMs: number): void {
    if (this.activeAtMs >= atMs) return;
    const error = new Error(`no response within ${this.maxSilenceMs} ms`);
    this.socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }

  private check(): void {
    const { socket } = this;
    const unsentBytes = unsentBytesOf(socket, this.transport);
    if (unsentBytes < this.unsentBytes) this.markActive();
    this.unsentBytes = unsentBytes;
    if (socket.bytesWritten === this.bytesAnswered && !socket.writableEnded) return;
    this.silentSinceMs ??= performance.now();
    if (performance.now() - this.silentSinceMs >= this.maxSilenceMs) this.onSilent(this.silentSinceMs);
  }

  private markActive(): void {
    this.activeAtMs = performance.now();
    this.silentSinceMs = undefined;
  }
}

/**
 * An upper bound that shrinks as bytes are sent. `writableLength` counts a write until its last byte is sent; only
 * `writeQueueSize` of the TCP handle shows the progress within it.
 */
function unsentBytesOf(socket: net.Socket, transport: net.Socket): number {
  const { _handle: handle } = transport as { _handle?: { writeQueueSize?: number } | null };
  return socket.writableLength + (handle?.writeQueueSize ?? 0);
}
