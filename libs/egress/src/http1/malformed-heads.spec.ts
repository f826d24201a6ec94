import { type ClientHarness, startClientHarness } from '../../test/client-harness';
import { askProxy, closeOpened, open, startProxy } from '../../test/forward-proxy-harness';
import { serveRaw } from '../../test/local-server';
import { malformedPage, malformedResponses } from '../../test/malformed-heads';

let harness: ClientHarness;

beforeEach(() => {
  harness = startClientHarness();
});
afterEach(async () => {
  await harness.close();
  await closeOpened();
});

const answering = (raw: string) =>
  serveRaw((socket) => socket.once('data', () => socket.end(Buffer.from(raw, 'latin1'))));

describe.each(malformedResponses)('a response with %s', (_, raw) => {
  it('is accepted by the client', async () => {
    const site = await open(answering(raw));
    expect(await harness.fetch({ url: site.url })).toMatchObject({ status: 200, body: Buffer.from(malformedPage) });
  });

  it('is relayed to the browser', async () => {
    const site = await open(answering(raw));
    expect(await askProxy(await startProxy(), site.url)).toMatchObject({ status: 200, body: malformedPage });
  });
});
