import { randomBytes, randomUUID } from 'node:crypto';
import type { MessageOf } from '@orbweaver/contracts';
import { until } from '@orbweaver/testing';
import type { MessageTracing } from '../../src/delivery/message-tracing';
import { currentWork, isEphemeral, runWork, type WorkScope } from '../../src/delivery/work-scope';
import { pageDocument, pageOutcome, renderPage, startJob } from '../messages';
import { type ContractHarness, shared } from './contract-harness';

const MIB = 1024 * 1024;

export function describeCarrying(harness: ContractHarness): void {
  it('delivers every field of a message published before or after the consumer joined', async () => {
    const transport = await harness.begin(['jobCommands', 'renderBulk', 'pageOutcomes', 'documentsBulk']);
    const before = renderPage();
    await transport.publisher.publish('renderBulk', before.pageId, before);
    const heard: unknown[] = [];
    const hear = (message: unknown) => {
      heard.push(message);
    };
    await harness.attend(transport, shared('all'), {
      jobCommands: hear,
      renderBulk: hear,
      pageOutcomes: hear,
      documentsBulk: hear,
    });
    const outcome = {
      ...pageOutcome(randomUUID(), 1),
      outlinks: Array.from({ length: 3_000 }, (_, n) => `https://example.com/a/longer/path/${n}?q=ü`),
    };
    const document = pageDocument(randomBytes(1000));
    const failed: MessageOf<'documentsBulk'> = {
      ...pageDocument(new Uint8Array()),
      result: { kind: 'failed', failure: { reason: 'dns', message: 'no such host' } },
      content: undefined,
    };
    const command = startJob();
    await transport.publisher.publish('jobCommands', command.jobId, command);
    await transport.publisher.publish('pageOutcomes', outcome.jobId, outcome);
    await transport.publisher.publishAll('documentsBulk', [
      { key: document.pageId, message: document },
      { key: failed.pageId, message: failed },
    ]);
    await until('five messages', () => heard.length >= 5);
    const plain = (message: unknown) =>
      JSON.parse(
        JSON.stringify(message, (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ),
      );
    expect(heard.map(plain)).toEqual(expect.arrayContaining([before, command, outcome, document, failed].map(plain)));
  });

  it('carries 20 MiB of bytes', async () => {
    const transport = await harness.begin(['documentsBulk']);
    const content = randomBytes(20 * MIB);
    let heard: Uint8Array | undefined;
    await harness.attend(transport, shared('results'), {
      documentsBulk: (message) => {
        heard = message.content;
      },
    });
    const document = pageDocument(content);
    await transport.publisher.publish('documentsBulk', document.pageId, document);
    await until('the document', () => heard !== undefined);
    expect(content.equals(heard!)).toBe(true);
  });

  it('propagates ids and trace from the publishing work to the handler', async () => {
    const tracing: MessageTracing = {
      headers: () => ({ traceparent: currentWork()?.trace?.traceparent ?? 'none' }),
      receive: ({ headers: { traceparent = 'lost' } }, handle) =>
        runWork({ isEphemeral: isEphemeral(), ids: currentWork()!.ids, trace: { traceparent } }, handle),
    };
    const transport = await harness.begin(['renderBulk', 'jobCommands'], { tracing });
    const seen = new Map<string, WorkScope | undefined>();
    await harness.attend(transport, shared('all'), {
      renderBulk: ({ pageId }) => void seen.set(pageId, currentWork()),
      jobCommands: ({ jobId }) => void seen.set(jobId, currentWork()),
    });
    const [page, secret, command] = [renderPage(), { ...renderPage(), zeroDataRetention: true }, startJob()];
    const publisher = { isEphemeral: false, ids: { requestId: 'the-request', jobId: 'of the publisher' } };
    await runWork({ ...publisher, trace: { traceparent: 'the-span' } }, async () => {
      await transport.publisher.publish('renderBulk', page.pageId, page);
      await transport.publisher.publishAll('renderBulk', [{ key: secret.pageId, message: secret }]);
    });
    await transport.publisher.publish('jobCommands', command.jobId, command);
    await until('three messages', () => seen.size === 3);
    const ids = ({ teamId, jobId, pageId }: typeof page) => ({ requestId: 'the-request', teamId, jobId, pageId });
    expect([page.pageId, secret.pageId, command.jobId].map((id) => seen.get(id))).toEqual([
      { isEphemeral: false, ids: ids(page), trace: { traceparent: 'the-span' } },
      { isEphemeral: true, ids: ids(secret), trace: { traceparent: 'the-span' } },
      { isEphemeral: false, ids: { jobId: command.jobId }, trace: { traceparent: 'none' } },
    ]);
  });

  it('rejects a message that the topic does not carry', async () => {
    const transport = await harness.begin(['documentsBulk']);
    const document = pageDocument(new Uint8Array(64 * MIB + 1));
    await expect(transport.publisher.publish('documentsBulk', document.pageId, document)).rejects.toMatchObject({
      name: 'MessageTooLargeError',
      retry: 'never',
    });
  });
}
