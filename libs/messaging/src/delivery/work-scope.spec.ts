import { until } from '@orbweaver/testing';
import { shared } from '../../test/contract/contract-harness';
import { listen } from '../../test/listen';
import { renderPage, startJob } from '../../test/messages';
import { createMemoryTransport } from '../memory/memory-transport';
import { isEphemeral } from './work-scope';

describe('work scope', () => {
  it('applies to the handlers of marked messages and their background work, but not to messages they publish', async () => {
    const transport = createMemoryTransport();
    const seen: Record<string, boolean> = {};
    const ephemeral = { ...renderPage(), zeroDataRetention: true };
    const listener = await listen(transport, shared('renderer'), {
      renderBulk: async (page) => {
        const name = page.zeroDataRetention ? 'ephemeral' : 'ordinary';
        seen[name] = isEphemeral();
        setImmediate(() => {
          seen[`${name}, later`] = isEphemeral();
        });
        if (page.zeroDataRetention) await transport.publisher.publish('jobCommands', 'key', startJob());
      },
      jobCommands: () => {
        seen.command = isEphemeral();
      },
    });
    await transport.publisher.publish('renderBulk', 'key', renderPage());
    // All consumers are idle by then, and the command wakes one from within the scope.
    await until('the ordinary page', () => 'ordinary, later' in seen);
    await transport.publisher.publish('renderBulk', ephemeral.pageId, ephemeral);
    await until('all', () => Object.keys(seen).length === 5);
    expect(seen).toEqual({
      ephemeral: true,
      'ephemeral, later': true,
      ordinary: false,
      'ordinary, later': false,
      command: false,
    });
    await listener.close();
  });
});
