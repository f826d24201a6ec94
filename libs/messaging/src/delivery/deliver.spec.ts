import { topics } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { startJob } from '../../test/messages';
import { BrokerUnavailableError } from '../errors';
import { encodeMessage } from '../wire/encode-message';
import { deliver, type Recipient } from './deliver';
import { RetryWaits } from './retry-waits';

describe('deliver: a message that several handlers reject', () => {
  it.each<[string, number[], string, number]>([
    ['is dead-lettered once per handler', [], 'dead-lettered', 2],
    ['is returned when the first letter is unpublished at the end of the drain', [1], 'returned', 1],
    ['is returned when a later letter is unpublished at the end of the drain', [2], 'returned', 2],
  ])('%s', async (_, refused, end, published) => {
    const topic = topics.jobCommands;
    const wire = await encodeMessage(topic, startJob());
    const leaving = new RetryWaits();
    leaving.end();
    const handler = () => Promise.reject(new PoisonedInputError('no'));
    let letters = 0;
    const recipient: Recipient = {
      group: 'frontier',
      handlers: [handler, handler],
      retryWaits: leaving,
      pauseTopicUntil: () => undefined,
      yieldSlot: (wait) => wait(),
      publishDeadLetter: async () => {
        letters += 1;
        if (refused.includes(letters)) throw new BrokerUnavailableError('away');
      },
      retry: { attempts: 3, firstDelayMs: 1, maxDelayMs: 1 },
      log: () => undefined,
    };
    const { headers } = wire;
    const received = { topic, key: null, headers, ageMs: () => 0, open: () => wire, original: () => new Uint8Array() };
    expect([await deliver(received, recipient), letters]).toEqual([end, published]);
  });
});
