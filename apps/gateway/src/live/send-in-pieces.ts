import type { WebSocket } from 'ws';

export interface Receiver {
  socket: Pick<WebSocket, 'send'>;
  /** Called for each piece that the connection has taken. */
  onTaken(): void;
}

/** A document may be of many megabytes; pings, and a sign of life from who takes it, fit between its pieces. */
const PIECE_BYTES = 64 * 1024;

/** Resolves when the bytes are with the operating system: a slow watcher slows his own reading only. */
export async function sendInPieces(to: Receiver, text: string | Buffer, isLast: boolean): Promise<void> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const end = from + PIECE_BYTES;
    await sendPiece(to.socket, bytes.subarray(from, end), isLast && end >= bytes.length);
    to.onTaken();
  }
}

function sendPiece(socket: Pick<WebSocket, 'send'>, text: Buffer, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(text, { binary: false, fin: isLast }, (error) => (error ? reject(error) : resolve()));
  });
}
