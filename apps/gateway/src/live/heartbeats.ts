import { WebSocket } from 'ws';

/**
 * Looks of which none found a sign of life. What the operating systems hold for a slow reader, some megabytes, lies
 * before a ping, and he needs his time for it.
 */
const MAX_SILENT_LOOKS = 4;

/** Which peers are alive: those that answer pings, and those that take what they are sent. */
export class Heartbeats {
  private readonly silentLooks = new WeakMap<WebSocket, number>();

  /** A sign of life: a pong, or a piece that was taken. */
  note(socket: WebSocket): void {
    this.silentLooks.delete(socket);
  }

  /** Pings all, and cuts those off that gave no sign in the last looks. */
  look(sockets: Iterable<WebSocket>): void {
    for (const socket of sockets) {
      const silent = this.silentLooks.get(socket) ?? 0;
      if (silent >= MAX_SILENT_LOOKS) {
        socket.terminate();
        continue;
      }
      this.silentLooks.set(socket, silent + 1);
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }
  }
}
