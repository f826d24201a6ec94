import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Exchange } from '../hostile-page';

type Serve = (exchange: Exchange) => void;

export const VISIBLE = 'Words that a reader of this page would see, enough of them to be taken for its content.';

export const wrap = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hostile</title>${head}</head><body><main><h1>Hostile</h1><p>${VISIBLE}</p>${body}</main></body></html>`;

export function sendHtml({ response }: Exchange, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
}

/** Generated on request, so that the table of pages costs nothing. */
export const markup =
  (makeBody: (exchange: Exchange) => string, makeHead: (exchange: Exchange) => string = () => ''): Serve =>
  (exchange) =>
    sendHtml(exchange, wrap(makeBody(exchange), makeHead(exchange)));

/** A page whose script runs after the preceding text is parsed. */
export const script = (code: string | ((exchange: Exchange) => string)): Serve =>
  markup((exchange) => `<script>${typeof code === 'string' ? code : code(exchange)}</script>`);

export function sendBytes(
  { response }: Exchange,
  contentType: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': contentType, ...headers }).end(body);
}

/** Answers by path below the page; other paths return 404. */
export const routes =
  (table: Record<string, Serve>): Serve =>
  (exchange) => {
    const serve = table[exchange.below];
    if (serve === undefined) exchange.response.writeHead(404).end();
    else serve(exchange);
  };

export const javascript =
  (code: string, headers: Record<string, string> = {}): Serve =>
  (exchange) =>
    sendBytes(exchange, 'text/javascript', code, headers);

/** Writes a response header that Node would reject. Closes the connection unless `then` continues. */
export function sendRaw({ response }: Exchange, head: string, then?: (socket: RawSocket) => void): void {
  const { socket } = response;
  if (socket === null) return;
  socket.write(head, 'latin1');
  if (then === undefined) socket.end();
  else then(socket);
}

type RawSocket = NonNullable<Exchange['response']['socket']>;

/** Writes until the client disconnects, with `pauseMs` between chunks. */
export function sendEndlessly(sink: Writable, gone: AbortSignal, next: () => Buffer | string, pauseMs = 0): void {
  const goOn = async (): Promise<void> => {
    while (!gone.aborted) {
      if (!sink.write(next())) await once(sink, 'drain', { signal: gone });
      else await new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  // Ends when the client disconnects.
  goOn().catch(() => undefined);
}
