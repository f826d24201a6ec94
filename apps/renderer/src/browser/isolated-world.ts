import type { CDPSession, ElementHandle, Frame } from 'puppeteer-core';

/**
 * Puppeteer's own world of scripts in a frame: the same tree of nodes, but objects and prototypes that the page's
 * scripts cannot reach. What a page has overridden (`JSON`, `Array.prototype`, `MutationObserver`, …) is whole here.
 * Only names stay dangerous: `<form><input name=childNodes>` answers for the form's own property in every world.
 */
export interface IsolatedWorld {
  /** An expression; a promise is waited for. */
  evaluate(source: string): Promise<unknown>;
  evaluate<R>(pageFunction: (...args: never[]) => R, ...args: unknown[]): Promise<Awaited<R>>;
  evaluateHandle<R>(pageFunction: (...args: never[]) => R, ...args: unknown[]): Promise<ElementHandle<Element>>;
  /** A node of the page by the number that DevTools gave it, as an object of this world. */
  adoptBackendNode(backendNodeId: number): Promise<ElementHandle<Element>>;
}

/** What Puppeteer 24 has and its public types hide. */
interface InnerFrame {
  _id: string;
  client: CDPSession;
  isolatedRealm(): IsolatedWorld;
}

export function isolatedWorld(frame: Frame): IsolatedWorld {
  return inner(frame).isolatedRealm();
}

/** The session of the process that shows the frame: a frame of another site has one of its own. */
export function sessionOf(frame: Frame): CDPSession {
  return inner(frame).client;
}

/** The frame's name in DevTools' events. */
export function frameIdOf(frame: Frame): string {
  return inner(frame)._id;
}

/** The element that holds `child`, in the isolated world of `parent`. Rejects when either has gone. */
export async function ownerOf(child: Frame, parent: Frame): Promise<ElementHandle<Element>> {
  const { backendNodeId } = await sessionOf(parent).send('DOM.getFrameOwner', { frameId: inner(child)._id });
  return await isolatedWorld(parent).adoptBackendNode(backendNodeId);
}

function inner(frame: Frame): InnerFrame {
  return frame as unknown as InnerFrame;
}
