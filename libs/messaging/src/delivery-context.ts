import { BaseRpcContext } from '@nestjs/microservices';

/** What a handler may know and ask beside its message; the same on every transport. */
export interface MessageDelivery {
  topic: string;
  key: string | null;
  headers: Readonly<Record<string, string>>;
  /** Counts from 1. */
  attempt: number;
  /** Time since the transport accepted the message, on the transport's clock. 0 while that clock is unknown. */
  ageMs(): number;
  /** Takes no further message of this topic until the promise settles. Others flow on. */
  pauseTopicUntil(room: Promise<unknown>): void;
  /** Waits without one of the topic's slots, for a handler that waits for company rather than works. */
  yieldSlot<T>(wait: () => Promise<T>): Promise<T>;
}

export class DeliveryContext extends BaseRpcContext<[MessageDelivery]> {
  get delivery(): MessageDelivery {
    return this.getArgByIndex(0);
  }
}
