import { describeTransport } from '../../test/contract/describe-transport';
import { createMemoryTransport } from './memory-transport';

describeTransport('memory', async (_, options) => {
  const transport = createMemoryTransport(options);
  return { connect: () => transport, close: () => transport.close() };
});
