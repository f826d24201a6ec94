import type { DeadLetter, TopicId } from '@orbweaver/contracts';
import type { TransportOptions } from '../../src/delivery/transport-options';
import type { ConsumerOptions, Transport } from '../../src/transport';
import { type Handlers, type Listener, listen } from '../listen';

export interface TestBroker {
  /** A connection of one process. Shared if the transport does not distinguish processes. */
  connect(): Transport;
  close(): Promise<void>;
}

export type StartBroker = (topics: readonly TopicId[], options: TransportOptions) => Promise<TestBroker>;

const SHORT: TransportOptions = { retry: { firstDelayMs: 20, maxDelayMs: 40, attempts: 3 }, concurrency: 8 };

export const shared = (service: string): ConsumerOptions => ({ service, audience: 'shared' });

export class ContractHarness {
  private broker: TestBroker | undefined;
  private listeners: Listener[] = [];

  constructor(private readonly start: StartBroker) {}

  async begin(topics: readonly TopicId[], options: TransportOptions = SHORT): Promise<Transport> {
    this.broker = await this.start([...topics, 'deadLetters', 'rendererDeadLetters'], options);
    return this.connect();
  }

  connect(): Transport {
    return this.broker!.connect();
  }

  async attend(transport: Transport, options: ConsumerOptions, ...handlers: Handlers[]): Promise<Listener> {
    const listener = await listen(transport, options, ...handlers);
    this.listeners.push(listener);
    return listener;
  }

  async collectDeadLetters(transport: Transport): Promise<DeadLetter[]> {
    const letters: DeadLetter[] = [];
    const collect = (letter: DeadLetter) => letters.push(letter);
    await this.attend(transport, shared('operator'), { deadLetters: collect, rendererDeadLetters: collect });
    return letters;
  }

  async end(): Promise<void> {
    await Promise.all(this.listeners.splice(0).map((listener) => listener.close()));
    await this.broker?.close();
  }
}
