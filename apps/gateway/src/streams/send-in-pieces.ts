import type { WebSocket } from 'ws';

export interface Receiver {
  socket: Pick<WebSocket, 'send'>;
  /** Called for each piece that the operating system has taken. */
  onTaken(): void;
}

/** A document may have many megabytes. Pings go out between its pieces, and each piece that is taken is a sign of life. */
const PIECE_BYTES = 64 * 1024;

/** Sends the text as one or more pieces of a message. Resolves when the operating system has taken all bytes. */
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
