import { collectFields } from '../http1/response-head';
import type { TolerantAnswer } from '../http1/tolerant-exchange';
import { relayFailure } from './proxy-failure';
import { forwarded, type Relay, relayingProxy } from './relay';
import { connectFailure, REFUSAL_HEADER } from './upstream-route';

/** Node chooses the transfer coding; with any but `chunked` it would not mark the end of the body. */
const NOT_DELIVERED = [REFUSAL_HEADER, 'transfer-encoding'];

/** Maximum delay of a head until the first byte of its body. */
const HEAD_DELAY_MS = 100;

export interface Delivery {
  /** Detaches the site's response, so that another one can be written. */
  abandon(): void;
}

/** Writes the site's response to the browser. Undefined if an error response was written instead. */
export function deliverResponse(
  relay: Relay,
  { statusCode, statusText, rawHeaders, body }: TolerantAnswer,
): Delivery | undefined {
  const { response, host, pass, exchange, refuse } = relay;
  // Node parses such statuses but cannot write them.
  if (statusCode < 200 || statusCode > 999) {
    refuse(connectFailure(noHttpAnswer(), host));
    return undefined;
  }
  const failure =
    relayingProxy(relay) && relayFailure({ status: statusCode, headers: collectFields(rawHeaders) }, host);
  if (failure !== undefined) {
    refuse(failure);
    return undefined;
  }
  pass.reached(exchange.target);
  exchange.received(0);
  if (statusCode === 407) {
    // The browser would treat it as this proxy's error and drop the page's credential.
    response.writeHead(502, { [REFUSAL_HEADER]: 'bad-response', 'content-length': '0' }).end();
    return undefined;
  }
  // Until the head is written, a malformed body can be requested again.
  const writeHead = (): void => {
    clearTimeout(timer);
    if (response.headersSent) return;
    response.writeHead(statusCode, writablePhrase(statusText), forwarded(rawHeaders, NOT_DELIVERED));
  };
  const timer = setTimeout(() => {
    writeHead();
    response.flushHeaders();
  }, HEAD_DELAY_MS);
  response.once('close', () => clearTimeout(timer));
  const onData = (chunk: Buffer): void => {
    writeHead();
    exchange.received(chunk.length);
  };
  body.on('data', onData);
  body.once('end', writeHead);
  body.pipe(response);
  return {
    abandon() {
      clearTimeout(timer);
      body.unpipe(response);
      body.off('data', onData).off('end', writeHead).resume();
    },
  };
}

export function noHttpAnswer(): Error {
  return Object.assign(new Error('The response is not HTTP'), { code: 'HPE_INVALID_STATUS' });
}

function writablePhrase(phrase: string): string {
  return phrase.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
