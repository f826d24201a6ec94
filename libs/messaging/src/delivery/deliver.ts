import type { MessageHandler } from '@nestjs/microservices';
import type { DeadLetter, Topic } from '@orbweaver/contracts';
import { type RedeliveryPolicy, redactError, redeliveryDelayMs, retryAdvice } from '@orbweaver/core';
import { DeliveryContext } from '../delivery-context';
import { decodeMessage } from '../wire/decode-message';
import { header, type WireMessage } from '../wire/wire-message';
import { callHandlers, describeError, type HandlerFailure } from './call-handlers';
import type { DeliveryEnd, MessageTracing } from './message-tracing';
import type { RetryWaits } from './retry-waits';
import type { DeliveryReport, TransportLog } from './transport-options';
import { noteIds, runWork, type WorkIds } from './work-scope';

export interface Received {
  topic: Topic;
  key: string | null;
  headers: Readonly<Record<string, string>>;
  ageMs(): number;
  /** @throws PoisonedInputError */
  open(): WireMessage;
  original(): Uint8Array;
}

export interface Recipient {
  group: string;
  handlers: readonly MessageHandler[];
  /** Aborted when the consumer drains or loses its partition, so that another consumer gets the message. */
  retryWaits: RetryWaits;
  pauseTopicUntil(room: Promise<unknown>): void;
  yieldSlot<T>(wait: () => Promise<T>): Promise<T>;
  publishDeadLetter(key: string, letter: DeadLetter): Promise<void>;
  retry: RedeliveryPolicy;
  log: TransportLog;
  tracing?: MessageTracing | undefined;
  onDelivery?: (report: DeliveryReport) => void;
  onDeadLetter?: (topic: string) => void;
}

/**
 * Delivers one message to its handlers. The error's retry advice decides:
 *
 * - never: dead letter at once, as for a value that does not parse
 * - limited: some attempts with growing delays while other messages continue, then dead letter
 * - until-it-works: unlimited attempts that keep the slot, so that a consumer without its database stops fetching
 *
 * Only the handlers that failed are called again.
 */
export function deliver(received: Received, recipient: Recipient): Promise<DeliveryEnd> {
  const requestId = received.headers[header.request];
  const ids = requestId === undefined ? {} : { requestId };
  // The publisher may have woken the consumer within its own scope.
  return runWork({ isEphemeral: received.topic.isEphemeral === true, ids }, () => deliverInScope(received, recipient));
}

async function deliverInScope(received: Received, recipient: Recipient): Promise<DeliveryEnd> {
  let message: unknown;
  try {
    message = await decodeMessage(received.topic, received.open());
  } catch (error) {
    return sendToDeadLetters(received, recipient, error, 0);
  }
  noteIds(idsOf(message));
  const handle = () => handleMessage(message, received, recipient);
  if (recipient.tracing === undefined) return handle();
  const { topic, headers } = received;
  const publishedAtMs = Number(headers[header.at]) || undefined;
  const { waitedMs } = message as { waitedMs?: number };
  return recipient.tracing.receive({ topic, group: recipient.group, headers, publishedAtMs, waitedMs }, handle);
}

async function handleMessage(message: unknown, received: Received, recipient: Recipient): Promise<DeliveryEnd> {
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
    for (const { error } of final) {
      end = await sendToDeadLetters(received, recipient, error, attempt);
      if (end === 'returned') break;
    }
    if (open.length === 0 || end === 'returned') {
      report(end);
      return end;
    }
    const isUnlimited = open.some((failure) => failure.advice === 'until-it-works');
    const random = Math.random();
    const delayMs = redeliveryDelayMs(attempt, recipient.retry, { isUnlimited, random });
    logRetry(received, recipient, open[0]!, attempt, delayMs);
    const wait = () => recipient.retryWaits.wait(delayMs);
    if (!(await (isUnlimited ? wait() : recipient.yieldSlot(wait)))) {
      report('returned');
      return 'returned';
    }
    report('retried');
    pending = open.map((failure) => failure.handler);
  }
}

function contextOf(received: Received, recipient: Recipient, attempt: number): DeliveryContext {
  const { topic, key, headers } = received;
  const ageMs = () => received.ageMs();
  const pauseTopicUntil = (room: Promise<unknown>) => recipient.pauseTopicUntil(room);
  const yieldSlot = <T>(wait: () => Promise<T>) => recipient.yieldSlot(wait);
  return new DeliveryContext([{ topic: topic.name, key, headers, attempt, ageMs, pauseTopicUntil, yieldSlot }]);
}

function idsOf(message: unknown): WorkIds {
  const { teamId, jobId, pageId } = message as WorkIds;
  return {
    ...(teamId === undefined ? {} : { teamId }),
    ...(jobId === undefined ? {} : { jobId }),
    ...(pageId === undefined ? {} : { pageId }),
  };
}

function isFinal(failure: HandlerFailure, limitedFailures: number, retry: RedeliveryPolicy): boolean {
  return failure.advice === 'never' || (failure.advice === 'limited' && limitedFailures >= retry.attempts);
}

/** Repeats until the dead letter is published: it is the last copy of the message. */
async function sendToDeadLetters(
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
    // Dead letters are kept for weeks, so they must not contain ephemeral messages.
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
      const waits = { isUnlimited: true, random: Math.random() };
      if (!(await recipient.retryWaits.wait(redeliveryDelayMs(attempt, recipient.retry, waits)))) return 'returned';
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
