import type autoconsent from '@duckduckgo/autoconsent';
import type { ContentScriptMessage, RuleBundle } from '@duckduckgo/autoconsent';
import { z } from 'zod';

/** The next request of the library in a frame. Validated, because the library reads a tree that the page controls. */
export const ConsentTurn = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ask'),
    snippets: z.array(z.object({ id: z.string().max(100), name: z.string().max(100) })).max(50),
  }),
  z.object({
    kind: z.literal('end'),
    /**
     * - none: no dialog is visible.
     * - closed: the dialog's own button was pressed.
     * - stuck: a dialog is visible and could not be closed in time.
     */
    outcome: z.enum(['none', 'closed', 'stuck']),
    selectors: z.array(z.string().max(5_000)).max(200),
  }),
]);
export type ConsentTurn = z.infer<typeof ConsentTurn>;

export interface ConsentLimits {
  detectMs: number;
  appearMs: number;
  closeMs: number;
}

export interface ConsentAnswer {
  id: string;
  result: boolean;
}

export interface ConsentWorld {
  /** Installed in advance: parsing the library takes longer than running it. */
  consentParts?: { AutoConsent: typeof autoconsent; rules: RuleBundle };
  consentDialog?: HTMLElement;
  consentSession?: { answer(answers: ConsentAnswer[]): Promise<ConsentTurn> };
}

/** Runs in the isolated world of a frame, so it must be self-contained. Undefined if the library is not installed. */
export function beginConsentSession(limits: ConsentLimits): Promise<ConsentTurn> | undefined {
  const world = globalThis as typeof globalThis & ConsentWorld;
  if (world.consentParts === undefined) return undefined;
  const { AutoConsent, rules } = world.consentParts;
  const asked: { id: string; name: string }[] = [];
  const detected = new Set<string>();
  let isOpen = false;
  let wake = (): void => undefined;
  let end: ConsentTurn | undefined;
  const finish = (outcome: 'none' | 'closed' | 'stuck'): void => {
    if (end !== undefined) return;
    const known = consent.rules.filter(({ name }) => detected.has(name));
    end = { kind: 'end', outcome, selectors: known.flatMap(({ prehideSelectors }) => prehideSelectors ?? []) };
    // A dialog found by heuristics has no rule, hence no selector.
    const guessed = consent.foundCmp as { popups?: { element: HTMLElement }[] } | undefined;
    world.consentDialog = guessed?.popups?.[0]?.element;
    wake();
  };
  const receive = (message: ContentScriptMessage): void => {
    if (message.type === 'eval') {
      asked.push({ id: message.id, name: message.snippetId ?? '' });
      setTimeout(() => wake(), 0);
    } else if (message.type === 'cmpDetected') {
      if (detected.size === 0) setTimeout(() => isOpen || finish('none'), limits.appearMs);
      detected.add(message.cmp);
    } else if (message.type === 'popupFound' && !isOpen) {
      isOpen = true;
      setTimeout(() => finish('stuck'), limits.closeMs);
    } else if (message.type === 'optOutResult') {
      finish(message.result ? 'closed' : 'stuck');
    }
  };
  const next = async (): Promise<ConsentTurn> => {
    while (end === undefined && asked.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return end ?? { kind: 'ask', snippets: asked.splice(0) };
  };

  const consent = new AutoConsent(async (message) => receive(message), null, null);
  // Detection runs once, at once, because the page is idle. By default the library waits for idle time and runs its
  // heuristics every second time.
  consent.start = () => undefined;
  consent.state.findCmpAttempts = 1;
  consent.initialize(
    { enabled: true, autoAction: 'optOut', enablePrehide: false, detectRetries: 0, heuristicMode: 'tier2' },
    rules,
  );
  setTimeout(() => detected.size > 0 || finish('none'), limits.detectMs);
  // The library resolves this after detection, not after closing the dialog.
  consent._start().finally(() => isOpen || finish('none'));
  world.consentSession = {
    answer(answers) {
      for (const { id, result } of answers) void consent.receiveMessageCallback({ type: 'evalResp', id, result });
      return next();
    },
  };
  return next();
}

/** Runs in the isolated world of a frame in which a session was begun. */
export function continueConsentSession(answers: ConsentAnswer[]): Promise<ConsentTurn> {
  const session = (globalThis as ConsentWorld).consentSession;
  if (session === undefined) throw new Error('the document was replaced');
  return session.answer(answers);
}
