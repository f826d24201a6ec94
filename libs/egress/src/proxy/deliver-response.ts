import { collectFields } from '../http1/collect-fields';
import type { TolerantAnswer } from '../http1/tolerant-exchange';
import { relayFailure } from './proxy-failure';
import { forwarded, type Relay, relayingProxy } from './relay';
import { connectFailure, REFUSAL_HEADER } from './upstream-route';

/** Node chooses the transfer coding itself; with another than `chunked` it would not mark the end of the body. */
const NOT_DELIVERED = [REFUSAL_HEADER, 'transfer-encoding'];

/** Writes the site's response to the browser; false: an error response was written instead. */
export function deliverResponse(relay: Relay, { statusCode, statusText, rawHeaders, body }: TolerantAnswer): boolean {
  const { response, host, pass, exchange, refuse } = relay;
  // Node's parser accepts such statuses, and Node's writer throws for them.
  if (statusCode < 200 || statusCode > 999) {
    refuse(connectFailure(noHttpAnswer(), host));
    return false;
  }
  const failure =
    relayingProxy(relay) && relayFailure({ status: statusCode, headers: collectFields(rawHeaders) }, host);
  if (failure !== undefined) {
    refuse(failure);
    return false;
  }
  pass.reached(exchange.target);
  exchange.received(0);
  if (statusCode === 407) {
    // The browser would treat it as an error of this proxy and discard the credential of the page.
    response.writeHead(502, { [REFUSAL_HEADER]: 'bad-response', 'content-length': '0' }).end();
    return false;
  }
  // Written with the first chunk of the body. Until then the request can be repeated if the body is malformed.
  const writeHead = (): void => {
    if (response.headersSent) return;
    response.writeHead(statusCode, writablePhrase(statusText), forwarded(rawHeaders, NOT_DELIVERED));
  };
  body.on('data', (chunk: Buffer) => {
    writeHead();
    exchange.received(chunk.length);
  });
  body.once('end', writeHead);
  body.pipe(response);
  return true;
}

/** Has the error code of Node's parser. */
export function noHttpAnswer(): Error {
  return Object.assign(new Error('No answer in HTTP'), { code: 'HPE_INVALID_STATUS' });
}

/** The reason phrase may contain any bytes; invalid ones are removed. */
function writablePhrase(phrase: string): string {
  return phrase.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
