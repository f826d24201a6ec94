import type { ElementHandle, Frame } from 'puppeteer-core';
import { isolatedWorld, sessionOf } from '../isolated-world';
import { CANDIDATES_KEY } from '../reading/serialize-document';

/**
 * Returns the closed shadow roots among the candidates of the last serialisation, as objects of the isolated world. Only
 * DevTools can see closed roots, at a round trip per candidate.
 */
export async function findClosedShadowRoots(frame: Frame): Promise<ElementHandle<Element>[]> {
  const world = isolatedWorld(frame);
  const session = sessionOf(frame);
  const candidates = await world.evaluateHandle((key: string) => Reflect.get(globalThis, key), CANDIDATES_KEY);
  const described = await Promise.all(
    [...(await candidates.getProperties()).values()].map((candidate) =>
      session.send('DOM.describeNode', { objectId: candidate.remoteObject().objectId }),
    ),
  );
  const closed = described
    .flatMap(({ node }) => node.shadowRoots ?? [])
    .filter(({ shadowRootType }) => shadowRootType === 'closed');
  return await Promise.all(closed.map(({ backendNodeId }) => world.adoptBackendNode(backendNodeId)));
}
