import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The handshake response (RFC 6455, 4.2.2). */
export function acceptWebSocket(request: IncomingMessage): string {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}
