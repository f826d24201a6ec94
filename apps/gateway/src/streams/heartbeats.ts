import { WebSocket } from 'ws';

/** Missed checks until a peer is disconnected. More than one, because pings queue behind buffered data. */
const MAX_SILENT_CHECKS = 4;

/** Disconnects dead peers. A peer is alive if it answers pings or receives data. */
export class Heartbeats {
  private readonly silentChecks = new WeakMap<WebSocket, number>();

  /** Call after a pong or a sent chunk. */
  note(socket: WebSocket): void {
    this.silentChecks.delete(socket);
  }

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
