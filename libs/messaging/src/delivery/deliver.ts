import type { MessageHandler } from '@nestjs/microservices';
import type { DeadLetter, Topic } from '@orbweaver/contracts';
import { redactError, retryAdvice } from '@orbweaver/core';
import { DeliveryContext } from '../delivery-context';
import type { DeliveryReport, TransportLog } from '../transport-options';
import { decodeMessage } from '../wire/decode-message';
import { header, type WireMessage } from '../wire/wire-message';
import { callHandlers, describeError, type HandlerFailure } from './call-handlers';
import { leaveEphemeral, runEphemeral } from './ephemeral-scope';
import { type RetryLimits, redeliveryDelayMs } from './retry-limits';
import type { RetryWaits } from './retry-waits';

/** A message as a transport received it. */
export interface Received {
  topic: Topic;
  key: string | null;
  headers: Readonly<Record<string, string>>;
  /** @throws PoisonedInputError */
  open(): WireMessage;
  /** The value as it came. */
  original(): Uint8Array;
}

/** Who receives it, and what the transport does for a delivery. */
export interface Recipient {
  group: string;
  handlers: readonly MessageHandler[];
  /** Ends when the message will go to somebody else: when the consumer drains or loses its claim. */
  patience: RetryWaits;
  pauseTopicUntil(room: Promise<unknown>): void;
  /** Lets another message take this one's place while it waits. */
  stepAside<T>(wait: () => Promise<T>): Promise<T>;
  publishDeadLetter(key: string, letter: DeadLetter): Promise<void>;
  retry: RetryLimits;
  log: TransportLog;
  onDelivery?: (report: DeliveryReport) => void;
  onDeadLetter?: (topic: string) => void;
}

/** `returned`: not handled; the transport has to give the message to somebody again. */
export type DeliveryEnd = 'handled' | 'dead-lettered' | 'returned';

/**
 * Brings one message to its handlers; the same for every transport. By the retry advice of what a handler throws:
 *
 *   never           dead letter at once, as for a value that does not parse
 *   limited         some attempts with growing delays, meanwhile other messages go on; then dead letter
 *   until-it-works  attempts with bounded delays, without end; keeps its place, so a consumer
 *                   whose database is away takes no more than it can hold
 *
 * Handlers that succeeded are not called again for the sake of those that failed.
 */
export function deliver(received: Received, recipient: Recipient): Promise<DeliveryEnd> {
  // Whoever published the message may have woken the consumer in a scope of its own.
  const run = received.topic.isEphemeral ? runEphemeral : leaveEphemeral;
  return run(() => deliverInScope(received, recipient));
}

async function deliverInScope(received: Received, recipient: Recipient): Promise<DeliveryEnd> {
  let message: unknown;
  try {
    message = await decodeMessage(received.topic, received.open());
  } catch (error) {
    return bury(received, recipient, error, 0);
  }
  let pending = recipient.handlers;
  let limitedFailures = 0;
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now();
    const failures = await callHandlers(pending, message, contextOf(received, recipient, attempt));
    const report = (outcome: DeliveryReport['outcome']) =>
      recipient.onDelivery?.({
        topic: received.topic.name,
        group: recipient.group,
        outcome,
        attempt,
        durationMs: performance.now() - startedAt,
      });
    if (failures.some((failure) => failure.advice === 'limited')) limitedFailures += 1;
    const final = failures.filter((failure) => isFinal(failure, limitedFailures, recipient.retry));
    const open = failures.filter((failure) => !final.includes(failure));
    let end: DeliveryEnd = 'handled';
    for (const { error } of final) end = await bury(received, recipient, error, attempt);
    if (open.length === 0 || end === 'returned') {
      report(end);
      return end;
    }
    const forEver = open.some((failure) => failure.advice === 'until-it-works');
    const delayMs = redeliveryDelayMs(attempt, recipient.retry, forEver);
    logRetry(received, recipient, open[0]!, attempt, delayMs);
    const wait = () => recipient.patience.wait(delayMs);
    if (!(await (forEver ? wait() : recipient.stepAside(wait)))) {
      report('returned');
      return 'returned';
    }
    report('retried');
    pending = open.map((failure) => failure.handler);
  }
}

function contextOf(received: Received, recipient: Recipient, attempt: number): DeliveryContext {
  const { topic, key, headers } = received;
  const pauseTopicUntil = (room: Promise<unknown>) => recipient.pauseTopicUntil(room);
  return new DeliveryContext([{ topic: topic.name, key, headers, attempt, pauseTopicUntil }]);
}

function isFinal(failure: HandlerFailure, limitedFailures: number, retry: RetryLimits): boolean {
  return failure.advice === 'never' || (failure.advice === 'limited' && limitedFailures >= retry.attempts);
}

/** A dead letter is the last trace of a message, so publishing it is tried until it works. */
async function bury(
  received: Received,
  recipient: Recipient,
  error: unknown,
  attempts: number,
): Promise<'dead-lettered' | 'returned'> {
  const { topic, key, headers } = received;
  const letter: DeadLetter = {
    type: 'DeadLetter',
    topic: topic.name,
    key,
    group: recipient.group,
    headers: { ...headers },
    error: describeError(redacted(topic, error)),
    attempts,
    failedAt: Date.now(),
    // Dead letters are kept for weeks.
    value: topic.isEphemeral ? new Uint8Array() : received.original(),
  };
  const fields = { topic: topic.name, group: recipient.group, messageId: headers[header.id], attempts };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await recipient.publishDeadLetter(key ?? '', letter);
      break;
    } catch (publishError) {
      recipient.log('error', 'dead-letter-not-published', { ...fields, err: publishError });
      if (retryAdvice(publishError) === 'never') break;
      if (!(await recipient.patience.wait(redeliveryDelayMs(attempt, recipient.retry, true)))) return 'returned';
    }
  }
  recipient.log('error', 'dead-letter', { ...fields, err: redacted(topic, error) });
  recipient.onDeadLetter?.(topic.name);
  return 'dead-lettered';
}

function logRetry(
  received: Received,
  recipient: Recipient,
  failure: HandlerFailure,
  attempt: number,
  delayMs: number,
): void {
  recipient.log('warn', 'message-retried', {
    topic: received.topic.name,
    group: recipient.group,
    messageId: received.headers[header.id],
    attempt,
    advice: failure.advice,
    delayMs: Math.round(delayMs),
    err: redacted(received.topic, failure.error),
  });
}

function redacted(topic: Topic, error: unknown): unknown {
  return topic.isEphemeral ? redactError(error) : error;
}
