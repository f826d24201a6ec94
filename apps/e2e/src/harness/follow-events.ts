import { BOOTSTRAP_KEY } from './system';

export interface StreamEvent {
  event: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of the system under test are what is being examined
  data: any;
}

/**
 * The events of one connection until the server closes it. Throws when the connection breaks or the response is not a
 * stream.
 */
export async function* followEvents(url: string, lastEventId?: string): AsyncGenerator<StreamEvent> {
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${BOOTSTRAP_KEY}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  if (response.status !== 200 || response.body === null) throw new Error(`${url} answered ${response.status}`);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const event = fields.get('event');
      if (event !== undefined) yield { event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') };
    }
  }
}

/** Follows a stream like an EventSource: reconnects with the last event id, each time to the next gateway. */
export class ReconnectingFollower {
  readonly events: StreamEvent[] = [];
  connections = 0;

  constructor(
    private readonly nextUrl: () => string,
    private readonly withinMs: number,
  ) {}

  get documents(): StreamEvent[] {
    return this.events.filter(({ event }) => event === 'document');
  }

  async toEnd(): Promise<void> {
    const deadline = Date.now() + this.withinMs;
    let lastEventId: string | undefined;
    let lastError: unknown;
    while (Date.now() < deadline) {
      try {
        this.connections += 1;
        for await (const event of followEvents(this.nextUrl(), lastEventId)) {
          this.events.push(event);
          lastEventId = event.id ?? lastEventId;
          if (event.event === 'done') return;
        }
      } catch (error) {
        lastError = error;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('the stream did not finish', { cause: lastError });
  }
}
