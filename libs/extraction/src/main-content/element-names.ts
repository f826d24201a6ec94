import type { LightElement } from '../tree/light-node';
import { extendHash, isWhiteSpace, textHash } from './characters';
import { IntMap } from './int-map';
import { elementToken, type Lexicon, visitClassTokens, visitOtherTokens } from './lexicon';
import { NAME_TOKENS } from './signals/match-signals';

/** Characters of the classes that distinguish elements. */
const MAX_CLASSES = 40;

/** Names of elements, by element. */
export interface ElementNames {
  /** Numbers for equal names: by element name and first class, and by all classes. */
  first: Int32Array;
  whole: Int32Array;
  /** The highest number. */
  most: number;
  /** Lexicon weights: the sum of the highest and the lowest. */
  weights: Float32Array;
  /** A bit for each signal in the names of the element. */
  signals: Int32Array;
}

/** Weights of an element's name and classes. */
interface ClassedName {
  first: number;
  whole: number;
  worst: number;
  best: number;
  signals: number;
}

export function nameElements(elements: readonly LightElement[], lexicon: Lexicon): ElementNames {
  const reader = new NameReader(lexicon);
  const names: ElementNames = {
    first: new Int32Array(elements.length),
    whole: new Int32Array(elements.length),
    most: 0,
    weights: new Float32Array(elements.length),
    signals: new Int32Array(elements.length),
  };
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index] as LightElement;
    const name = reader.read(element);
    names.first[index] = name.first;
    names.whole[index] = name.whole;
    names.weights[index] = reader.weigh(name, element);
    names.signals[index] = reader.signals;
  }
  names.most = reader.count;
  return names;
}

/** Elements with one name. */
interface NamedElements {
  weight: number;
  dotted: number;
  spaced: number;
  byClasses: Map<string, ClassedName>;
}

/** Most elements have only classes, which repeat on a page, so their weights are cached. */
class NameReader {
  private readonly known = new Map<string, NamedElements>();
  private readonly numbers = new IntMap();
  private worst = 0;
  private best = 0;
  /** Of the element that was weighed last. */
  signals = 0;

  constructor(private readonly lexicon: Lexicon) {}

  get count(): number {
    return this.numbers.size;
  }

  read(element: LightElement): ClassedName {
    const { localName } = element;
    const classes = element.getAttribute('class') ?? '';
    let named = this.known.get(localName);
    if (named === undefined) {
      named = {
        weight: this.lexicon.attributes.get(elementToken(localName)),
        dotted: textHash(`${localName}.`),
        spaced: textHash(`${localName} `),
        byClasses: new Map(),
      };
      this.known.set(localName, named);
    }
    let name = named.byClasses.get(classes);
    if (name === undefined) {
      name = this.look(named, classes);
      named.byClasses.set(classes, name);
    }
    return name;
  }

  weigh({ worst, best, signals }: ClassedName, element: LightElement): number {
    this.signals = signals;
    this.worst = worst;
    this.best = best;
    visitOtherTokens(element, this.hear);
    return this.worst + this.best;
  }

  private look({ weight, dotted, spaced }: NamedElements, classes: string): ClassedName {
    this.signals = 0;
    this.worst = Math.min(0, weight);
    this.best = Math.max(0, weight);
    visitClassTokens(classes, this.hear);
    const { worst, best, signals } = this;
    let whole = dotted;
    let first = spaced;
    let isFirst = true;
    let before = 0;
    for (let at = 0; at < Math.min(MAX_CLASSES, classes.length); at++) {
      const code = classes.charCodeAt(at);
      isFirst &&= !isWhiteSpace(code);
      // Runs of digits are equal: `post-1` and `post-22` have one name.
      const sign = isDigit(code) ? ZERO : code;
      if (sign !== ZERO || !isDigit(before)) {
        whole = extendHash(whole, sign);
        if (isFirst) first = extendHash(first, sign);
      }
      before = code;
    }
    return { first: this.numberOf(first), whole: this.numberOf(whole), worst, best, signals };
  }

  private numberOf(hash: number): number {
    if (this.numbers.get(hash) === 0) this.numbers.set(hash, this.numbers.size + 1);
    return this.numbers.get(hash);
  }

  private readonly hear = (token: number): void => {
    const said = this.lexicon.attributes.get(token);
    if (said < this.worst) this.worst = said;
    else if (said > this.best) this.best = said;
    this.signals |= NAME_TOKENS.get(token);
  };
}

const ZERO = 48;
const NINE = 57;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
