import type { WebSocket } from 'ws';

export interface Receiver {
  socket: Pick<WebSocket, 'send'>;
  /** Called for each chunk that the operating system has accepted. */
  onTaken(): void;
}

/** Small enough for pings to be sent between the chunks of a large document. */
const PIECE_BYTES = 64 * 1024;

/** Sends the text as fragments of a message. Resolves when the operating system has accepted all bytes. */
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
