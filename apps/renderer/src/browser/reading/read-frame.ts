import { unlessAborted } from '@orbweaver/core';
import type { ElementHandle, Frame } from 'puppeteer-core';
import { ownSignal, within } from '../../bounds/until';
import { findClosedShadowRoots } from '../hiding/closed-shadow-roots';
import { isolatedWorld, ownerOf } from '../isolated-world';
import {
  CANDIDATES_KEY,
  type SerializedDocument,
  type SerializeRequest,
  serializeDocument,
} from './serialize-document';

/** Maximum nesting of frames. Deeper ones are ads. */
const MAX_FRAME_DEPTH = 4;
/** Maximum number of frames. Real pages with text in frames have about five. */
const MAX_FRAMES = 40;
/** The limit of the HTTP engine. */
const MAX_NODES = 500_000;
/** Time limit for one document; 30,000 nodes take about 50 ms on an idle machine. */
const MAX_WALK_MS = 5_000;
/** Maximum number of elements that are checked for a closed shadow root: about 15 ms. */
const MAX_CANDIDATES = 48;
/** A closed root within a closed root is found after the outer one. */
const MAX_ROUNDS = 4;
/** A cross-site frame has its own process, which may hang. */
const FRAME_PATIENCE_MS = 2_500;

export interface ReadBudget {
  chars: number;
  frames: number;
  omitted: Set<string>;
}

export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
}

export function readBudget(maxChars: number): ReadBudget {
  return { chars: maxChars, frames: MAX_FRAMES, omitted: new Set() };
}

/** Reads the page's HTML including its frames. Omits frames that do not respond. Rejects with DocumentTooLarge. */
export async function readFrame(frame: Frame, budget: ReadBudget, signal: AbortSignal, depth = 0): Promise<string> {
  const { children, document } = await serialize(frame, budget, signal, depth);
  const { parts, frames, cut } = document;
  if (cut === 'chars') throw new DocumentTooLarge();
  if (cut !== undefined) budget.omitted.add('The page is too large to read completely, so its end is missing.');
  budget.chars -= parts.reduce((sum, part) => sum + part.length, 0);
  const contents = await Promise.all(
    frames.map(async (index) => {
      const own = ownSignal(signal);
      try {
        const reading = readFrame(children[index]!, budget, own, depth + 1);
        return await unlessAborted(own, within(FRAME_PATIENCE_MS, 'a frame', reading));
      } catch (error) {
        signal.throwIfAborted();
        budget.omitted.add(
          error instanceof DocumentTooLarge
            ? 'The frames of the page exceed the size limit, so some of their content is missing.'
            : 'Some frames of the page did not respond, so their content is missing.',
        );
        return '';
      }
    }),
  );
  return parts.map((part, index) => part + (contents[index] ?? '')).join('');
}

async function serialize(
  frame: Frame,
  budget: ReadBudget,
  signal: AbortSignal,
  depth: number,
): Promise<{ children: Frame[]; document: SerializedDocument }> {
  const children = depth < MAX_FRAME_DEPTH ? takeFrames(frame, budget) : [];
  const owned = await unlessAborted(
    signal,
    Promise.all(children.map((child) => ownerOf(child, frame).catch(() => undefined))),
  );
  const present = children.filter((_, index) => owned[index] !== undefined);
  const owners = owned.filter((owner) => owner !== undefined);
  const request: SerializeRequest = {
    maxChars: budget.chars,
    maxNodes: MAX_NODES,
    maxMs: MAX_WALK_MS,
    isFramed: depth > 0,
    owners: owners.length,
    maxCandidates: MAX_CANDIDATES,
    candidatesKey: CANDIDATES_KEY,
  };
  const world = isolatedWorld(frame);
  const closedRoots: ElementHandle<Element>[] = [];
  for (let round = 1; ; round += 1) {
    const walk = world.evaluate(serializeDocument, request, ...owners, ...closedRoots);
    const document = await unlessAborted(signal, walk);
    const isDone = document.candidates === 0 || document.cut !== undefined || round === MAX_ROUNDS;
    const opened = isDone ? [] : await unlessAborted(signal, findClosedShadowRoots(frame));
    if (opened.length === 0) return { children: present, document };
    closedRoots.push(...opened);
  }
}

/** The child frames with a web document instead of the browser's error page. */
function takeFrames(frame: Frame, budget: ReadBudget): Frame[] {
  const shown = frame.childFrames().filter((child) => /^(?:https?|about|data|blob):/.test(child.url()));
  const taken = shown.slice(0, Math.max(0, budget.frames));
  budget.frames -= taken.length;
  if (taken.length < shown.length)
    budget.omitted.add(`The page has more than ${MAX_FRAMES} frames. Further frames were not read.`);
  return taken;
}
