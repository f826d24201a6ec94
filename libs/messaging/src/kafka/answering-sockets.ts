import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/**
 * A socket with an unanswered request is closed when it has received nothing for this long. Longer than the session and
 * rebalance timeouts of consumers: a broker answers a JoinGroup request only when the group is complete.
 */
export const MAX_SILENCE_MS = 30_000;
const CHECK_EVERY_MS = 1_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * Sockets to brokers that are closed with ETIMEDOUT when no broker answers. kafkajs rejects a request that has timed
 * out, but keeps the connection, and sends the next request over it: after a failover that leaves connections open
 * and silent it would never recover.
 */
export function createAnsweringSockets(maxSilenceMs = MAX_SILENCE_MS): ISocketFactory {
  return ({ host, port, ssl, onConnect }) => {
    const servername = net.isIP(host) ? {} : { servername: host };
    const socket = ssl
      ? tls.connect({ host, port, ...servername, ...ssl }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
    closeWhenSilent(socket, maxSilenceMs);
    return socket;
  };
}

/** Of several unanswered requests the first answer counts for all; kafkajs' own timeout is left for the others. */
function closeWhenSilent(socket: net.Socket, maxSilenceMs: number): void {
  let bytesAnswered = 0;
  let silentSince: number | undefined;
  socket.on('data', () => {
    bytesAnswered = socket.bytesWritten;
    silentSince = undefined;
  });
  const check = () => {
    if (socket.bytesWritten === bytesAnswered && !socket.writableEnded) return;
    silentSince ??= performance.now();
    if (performance.now() - silentSince < maxSilenceMs) return;
    socket.destroy(Object.assign(new Error(`no answer in ${maxSilenceMs} ms`), { code: 'ETIMEDOUT' }));
  };
  const timer = setInterval(check, Math.min(CHECK_EVERY_MS, maxSilenceMs / 4));
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}
