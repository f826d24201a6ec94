import type autoconsent from '@duckduckgo/autoconsent';
import type { ContentScriptMessage, RuleBundle } from '@duckduckgo/autoconsent';
import { z } from 'zod';

/**
 * What the library in a frame asks for next. It runs out of reach of the page's scripts but reads a tree that they
 * made, so its answers are checked like everything else that comes from a page.
 */
export const ConsentTurn = z.discriminatedUnion('kind', [
  /** The results of library functions that ran among the page's scripts. */
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
    /** Selectors of the dialogs that the frame knows, visible or not. */
    selectors: z.array(z.string().max(5_000)).max(200),
  }),
]);
export type ConsentTurn = z.infer<typeof ConsentTurn>;

export interface ConsentLimits {
  /** How long the library may take to find out whether the page has a dialog. */
  detectMs: number;
  /** How long a known dialog may take to show itself. */
  appearMs: number;
  /** How long a dialog may take to close, from its discovery. */
  closeMs: number;
}

export interface ConsentAnswer {
  id: string;
  result: boolean;
}

/** State in the isolated world of a frame. */
export interface TalkingWorld {
  /** Installed beforehand: parsing the library takes longer than asking it. */
  consentParts?: { AutoConsent: typeof autoconsent; rules: RuleBundle };
  /** A dialog that the library closes, or tries to, by heuristics. */
  consentDialog?: HTMLElement;
  consentTalk?: { answer(answers: ConsentAnswer[]): Promise<ConsentTurn> };
}

/**
 * Runs in the isolated world of a frame, so it must be self-contained. Returns the first turn. Undefined: the library
 * is not installed, or no longer.
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
    // A dialog found by heuristics has no rule and so no selector.
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
  // The library is asked once, at once, when the page is at rest; by default it waits for idle time and runs its
  // heuristics only every second time.
  consent.start = () => undefined;
  consent.state.findCmpAttempts = 1;
  consent.initialize(
    { enabled: true, autoAction: 'optOut', enablePrehide: false, detectRetries: 0, heuristicMode: 'tier2' },
    rules,
  );
  setTimeout(() => detected.size > 0 || finish('none'), limits.detectMs);
  // The library resolves this when it has looked for all dialogs, not when the found one is closed.
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
