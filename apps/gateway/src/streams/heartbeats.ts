import { WebSocket } from 'ws';

/**
 * Checks in a row without a sign of life, then a peer is cut off. More than one, because a ping waits behind the
 * megabytes that operating systems buffer for a slow reader.
 */
const MAX_SILENT_CHECKS = 4;

/** Cuts off dead peers. A peer is alive while it answers pings or takes what it is sent. */
export class Heartbeats {
  private readonly silentChecks = new WeakMap<WebSocket, number>();

  /** Call this at a sign of life: a pong, or a piece that was taken. */
  note(socket: WebSocket): void {
    this.silentChecks.delete(socket);
  }

  /** Pings all peers, and cuts off those without a sign of life in the last checks. */
  check(sockets: Iterable<WebSocket>): void {
    for (const socket of sockets) {
      const silent = this.silentChecks.get(socket) ?? 0;
      if (silent >= MAX_SILENT_CHECKS) {
        socket.terminate();
        continue;
      }
      this.silentChecks.set(socket, silent + 1);
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }
  }
}
