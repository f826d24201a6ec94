import type autoconsent from '@duckduckgo/autoconsent';
import type { ContentScriptMessage, RuleBundle } from '@duckduckgo/autoconsent';
import { z } from 'zod';

/**
 * What the library in a frame wants next. It runs where the page's scripts cannot reach it, but reads a tree that they
 * have made: what it says is checked like anything else that comes out of a page.
 */
export const ConsentTurn = z.discriminatedUnion('kind', [
  /** The results of functions of its own, run among the page's scripts. */
  z.object({
    kind: z.literal('ask'),
    snippets: z.array(z.object({ id: z.string().max(100), name: z.string().max(100) })).max(50),
  }),
  z.object({
    kind: z.literal('end'),
    /**
     * - none: there is no dialog to be seen.
     * - closed: its own button was pressed.
     * - stuck: there is one, and it could not be closed in time.
     */
    outcome: z.enum(['none', 'closed', 'stuck']),
    /** Of the dialogs that the frame knows, seen or not. */
    selectors: z.array(z.string().max(5_000)).max(200),
  }),
]);
export type ConsentTurn = z.infer<typeof ConsentTurn>;

export interface ConsentLimits {
  /** To find out whether the page knows a dialog at all. */
  detectMs: number;
  /** For a known dialog to show itself. */
  appearMs: number;
  /** For a dialog to be closed, from its discovery. */
  closeMs: number;
}

export interface ConsentAnswer {
  id: string;
  result: boolean;
}

/** In the isolated world of a frame. */
export interface TalkingWorld {
  /** Put there beforehand: to read the library takes longer than to ask it. */
  consentParts?: { AutoConsent: typeof autoconsent; rules: RuleBundle };
  /** A dialog that was closed, or tried to, for what it looks like. */
  consentDialog?: HTMLElement;
  consentTalk?: { answer(answers: ConsentAnswer[]): Promise<ConsentTurn> };
}

/**
 * Runs in the isolated world of a frame, so it must be whole in itself. Gives the first turn.
 * Undefined: the library is not there, or no more.
 */
export function beginConsentTalk(limits: ConsentLimits): Promise<ConsentTurn> | undefined {
  const world = globalThis as typeof globalThis & TalkingWorld;
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
    // A dialog that was found by its looks has no rule, and so no selector.
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
  // It is asked once, when the page is at rest, and at once; by itself it would wait for idle time, and look for
  // dialogs that it knows no rules for only every second time.
  consent.start = () => undefined;
  consent.state.findCmpAttempts = 1;
  consent.initialize(
    { enabled: true, autoAction: 'optOut', enablePrehide: false, detectRetries: 0, heuristicMode: 'tier2' },
    rules,
  );
  setTimeout(() => detected.size > 0 || finish('none'), limits.detectMs);
  // It ends when all are looked for, not when the one that was found is closed.
  consent._start().finally(() => isOpen || finish('none'));
  world.consentTalk = {
    answer(answers) {
      for (const { id, result } of answers) void consent.receiveMessageCallback({ type: 'evalResp', id, result });
      return next();
    },
  };
  return next();
}

/** Runs in the isolated world of a frame in which a talk was begun. */
export function continueConsentTalk(answers: ConsentAnswer[]): Promise<ConsentTurn> {
  const talk = (globalThis as TalkingWorld).consentTalk;
  if (talk === undefined) throw new Error('the document was replaced');
  return talk.answer(answers);
}
