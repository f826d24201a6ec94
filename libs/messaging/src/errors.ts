import { AdvisedError } from '@orbweaver/core';

/** The broker is unreachable or accepts no messages now. */
export class BrokerUnavailableError extends AdvisedError {
  override readonly name = 'BrokerUnavailableError';
  readonly retry = 'until-it-works';
}

/** The message exceeds its topic's limit. Permanent. */
export class MessageTooLargeError extends AdvisedError {
  override readonly name = 'MessageTooLargeError';
  readonly retry = 'never';
}
