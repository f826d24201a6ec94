import type { CDPSession } from 'puppeteer-core';
import { answerForWorkers } from './answer-for-workers';

/** A session that supports and records commands with one of the prefixes `known`. */
function sessionThatKnows(...known: string[]) {
  const sent: string[] = [];
  const send = async (method: string): Promise<void> => {
    if (!known.some((prefix) => method.startsWith(prefix))) {
      throw new Error(`Protocol error (${method}): '${method}' wasn't found`);
    }
    sent.push(method);
  };
  return { session: { send } as unknown as CDPSession, sent };
}

describe('answerForWorkers', () => {
  it('continues a paused request of a worker in the session of its frame only', async () => {
    const worker = sessionThatKnows('Runtime.');
    const frame = sessionThatKnows('Fetch.', 'Runtime.');
    answerForWorkers(worker.session, frame.session);
    await worker.session.send('Fetch.continueRequest', { requestId: '1' });
    await worker.session.send('Runtime.enable');
    await expect(worker.session.send('Fetch.enable')).rejects.toThrow("wasn't found");
    expect([worker.sent, frame.sent]).toEqual([['Runtime.enable'], ['Fetch.continueRequest']]);
  });
});
