import { AdvisedError } from '@orbweaver/core';

/** The broker cannot be reached or does not take messages now. */
export class BrokerUnavailableError extends AdvisedError {
  override readonly name = 'BrokerUnavailableError';
  readonly retry = 'until-it-works';
}

/** A message larger than its topic carries; no later attempt makes it smaller. */
export class MessageTooLargeError extends AdvisedError {
  override readonly name = 'MessageTooLargeError';
  readonly retry = 'never';
}
