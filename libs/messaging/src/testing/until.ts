import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds. @throws with `what` when it does not in time */
export async function until(
  what: string | (() => string),
  condition: () => boolean,
  timeoutMs = 20_000,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; !condition(); ) {
    if (Date.now() > end) throw new Error(`never came: ${typeof what === 'string' ? what : what()}`);
    await sleep(10);
  }
}

export interface Gate {
  opened: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
