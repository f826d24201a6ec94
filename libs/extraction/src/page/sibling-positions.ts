import nthCheck from 'nth-check';
import type { LightElement } from '../tree/light-node';

/** Zero-based indices among all element siblings and among those of the same name. */
interface Position {
  first: number;
  last: number;
  firstOfType: number;
  lastOfType: number;
}

type Pseudo = (element: LightElement, formula?: string | null) => boolean;

/**
 * Positional pseudo-classes that count the children of a parent once; css-select needs 9 s for 20,000 siblings. The tree
 * must not change during the search.
 */
export function createPositionPseudos(): Record<string, Pseudo> {
  const positions = new Map<LightElement, Position>();
  const formulas = new Map<string, (index: number) => boolean>();
  const positionOf = (element: LightElement): Position => {
    let position = positions.get(element);
    if (position === undefined) {
      countSiblings(element, positions);
      position = positions.get(element) as Position;
    }
    return position;
  };
  // css-select checks the number of parameters to require a formula.
  const nth =
    (place: keyof Position) =>
    (element: LightElement, formula: string | null | undefined): boolean => {
      const written = formula ?? '';
      let matches = formulas.get(written);
      if (matches === undefined) {
        matches = nthCheck(written);
        formulas.set(written, matches);
      }
      return matches(positionOf(element)[place]);
    };
  const is =
    (...places: (keyof Position)[]) =>
    (element: LightElement): boolean =>
      places.every((place) => positionOf(element)[place] === 0);
  return {
    'nth-child': nth('first'),
    'nth-last-child': nth('last'),
    'nth-of-type': nth('firstOfType'),
    'nth-last-of-type': nth('lastOfType'),
    'first-child': is('first'),
    'last-child': is('last'),
    'only-child': is('first', 'last'),
    'first-of-type': is('firstOfType'),
    'last-of-type': is('lastOfType'),
    'only-of-type': is('firstOfType', 'lastOfType'),
  };
}

function countSiblings(element: LightElement, positions: Map<LightElement, Position>): void {
  const siblings: LightElement[] = [];
  for (let node = element.parentNode?.firstChild ?? element; node !== null; node = node.nextSibling as LightElement) {
    if (node.nodeType === 1) siblings.push(node);
    if (element.parentNode === null) break;
  }
  const totals = new Map<string, number>();
  siblings.forEach(({ localName }) => {
    totals.set(localName, (totals.get(localName) ?? 0) + 1);
  });
  const seen = new Map<string, number>();
  siblings.forEach((sibling, first) => {
    const firstOfType = seen.get(sibling.localName) ?? 0;
    seen.set(sibling.localName, firstOfType + 1);
    positions.set(sibling, {
      first,
      last: siblings.length - 1 - first,
      firstOfType,
      lastOfType: (totals.get(sibling.localName) ?? 0) - 1 - firstOfType,
    });
  });
}
