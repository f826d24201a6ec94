import type { CDPSession, ElementHandle, Frame, HTTPRequest } from 'puppeteer-core';

/**
 * Puppeteer's own world in a frame: the same nodes, with objects and prototypes that page scripts cannot override. Named
 * properties remain dangerous: `<form><input name=childNodes>` shadows the form's own property in every world.
 */
export interface IsolatedWorld {
  evaluate(source: string): Promise<unknown>;
  evaluate<R>(pageFunction: (...args: never[]) => R, ...args: unknown[]): Promise<Awaited<R>>;
  evaluateHandle<R>(pageFunction: (...args: never[]) => R, ...args: unknown[]): Promise<ElementHandle<Element>>;
  /** The node with this DevTools id, as an object of this world. */
  adoptBackendNode(backendNodeId: number): Promise<ElementHandle<Element>>;
}

/** Internals of Puppeteer 24 that its public types hide. */
interface InnerFrame {
  _id: string;
  client: CDPSession;
  isolatedRealm(): IsolatedWorld;
}

export function isolatedWorld(frame: Frame): IsolatedWorld {
  return inner(frame).isolatedRealm();
}

/** The session of the process that renders the frame. A cross-site frame has a separate one. */
export function sessionOf(frame: Frame): CDPSession {
  return inner(frame).client;
}

export function frameIdOf(frame: Frame): string {
  return inner(frame)._id;
}

export function networkIdOf(request: HTTPRequest): string {
  return (request as unknown as { id: string }).id;
}

/** The element that contains `child`, in the isolated world of `parent`. Rejects when either is gone. */
export async function ownerOf(child: Frame, parent: Frame): Promise<ElementHandle<Element>> {
  const { backendNodeId } = await sessionOf(parent).send('DOM.getFrameOwner', { frameId: inner(child)._id });
  return await isolatedWorld(parent).adoptBackendNode(backendNodeId);
}

function inner(frame: Frame): InnerFrame {
  return frame as unknown as InnerFrame;
}
