import { randomUUID } from 'node:crypto';
import { topics } from '@orbweaver/contracts';
import { redeliveryPolicy } from '@orbweaver/core';
import { until } from '@orbweaver/testing';
import type { Batch, KafkaMessage } from 'kafkajs';
import { ReferenceClock } from '../delivery/reference-clock';
import { silentLog } from '../delivery/transport-options';
import { encodeMessage } from '../wire/encode-message';
import { joinParts } from '../wire/wire-message';
import { TopicIntake } from './topic-intake';

const BATCH_MESSAGES = 900;
const BATCHES = 25;

describe('TopicIntake', () => {
  it.each([
    ['continues fetching without commits, however many messages it has finished', false, true],
    ['stops fetching when commits lag behind', true, false],
  ])('%s', async (_, commits, expected) => {
    const id = randomUUID();
    const wire = await encodeMessage(topics.pageStored, { type: 'PageStored', jobId: id, pageId: id, state: 'done' });
    const value = joinParts(wire);
    let heard = 0;
    const intake = new TopicIntake(
      {
        topic: topics.pageStored,
        handlers: [
          async () => {
            heard += 1;
          },
        ],
      },
      {
        concurrency: 64,
        commits,
        clock: new ReferenceClock(),
        recipient: {
          group: 'gateway',
          retry: redeliveryPolicy,
          log: silentLog,
          publishDeadLetter: async () => undefined,
        },
        onFlow: () => undefined,
      },
    );
    intake.assign([0], false, () => 0);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const offsets = Array.from({ length: BATCH_MESSAGES }, (__, index) => batch * BATCH_MESSAGES + index);
      intake.accept(batchOf(offsets, { key: Buffer.from(id), value, headers: { ...wire.headers } }));
      await until('the whole batch', () => heard === (batch + 1) * BATCH_MESSAGES);
    }
    expect(intake.mayFetch).toBe(expected);
    await intake.drain();
  });
});

function batchOf(offsets: readonly number[], message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>): Batch {
  const messages = offsets.map((offset) => ({ ...message, offset: String(offset), timestamp: '0', attributes: 0 }));
  return { topic: 'page.stored', partition: 0, highWatermark: String(offsets.length), messages } as unknown as Batch;
}
