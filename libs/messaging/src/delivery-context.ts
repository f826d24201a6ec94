import { BaseRpcContext } from '@nestjs/microservices';

export interface MessageDelivery {
  topic: string;
  key: string | null;
  headers: Readonly<Record<string, string>>;
  attempt: number;
  /** Time since the transport accepted the message, by the transport's clock. 0 while that clock is unknown. */
  ageMs(): number;
  /** Pauses this topic until the promise settles. Other topics continue. */
  pauseTopicUntil(room: Promise<unknown>): void;
  /** Frees the handler's concurrency slot while it waits, for example for a batch. */
  yieldSlot<T>(wait: () => Promise<T>): Promise<T>;
}

export class DeliveryContext extends BaseRpcContext<[MessageDelivery]> {
  get delivery(): MessageDelivery {
    return this.getArgByIndex(0);
  }
}
