import type { CDPSession, ElementHandle, Frame, HTTPRequest } from 'puppeteer-core';

/**
 * Puppeteer's own script world in a frame: the same tree of nodes, with objects and prototypes that the page's scripts
 * cannot reach. What a page overrides (`JSON`, `Array.prototype`, `MutationObserver`, …) is intact here. Only named
 * properties stay dangerous: `<form><input name=childNodes>` shadows the form's own property in every world.
 */
export interface IsolatedWorld {
  /** Evaluates an expression and awaits a promise. */
  evaluate(source: string): Promise<unknown>;
  evaluate<R>(pageFunction: (...args: never[]) => R, ...args: unknown[]): Promise<Awaited<R>>;
  evaluateHandle<R>(pageFunction: (...args: never[]) => R, ...args: unknown[]): Promise<ElementHandle<Element>>;
  /** The page's node with this DevTools id, as an object of this world. */
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

/** The session of the process that shows the frame: a cross-site frame has one of its own. */
export function sessionOf(frame: Frame): CDPSession {
  return inner(frame).client;
}

/** The frame's id in DevTools' events. */
export function frameIdOf(frame: Frame): string {
  return inner(frame)._id;
}

/** The request's id in DevTools' Network events. */
export function networkIdOf(request: HTTPRequest): string {
  return (request as unknown as { id: string }).id;
}

/** The element that holds `child`, in the isolated world of `parent`. Rejects when either is gone. */
export async function ownerOf(child: Frame, parent: Frame): Promise<ElementHandle<Element>> {
  const { backendNodeId } = await sessionOf(parent).send('DOM.getFrameOwner', { frameId: inner(child)._id });
  return await isolatedWorld(parent).adoptBackendNode(backendNodeId);
}

function inner(frame: Frame): InnerFrame {
  return frame as unknown as InnerFrame;
}
