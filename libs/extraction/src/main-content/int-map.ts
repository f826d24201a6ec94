/** Whole numbers of 32 bits to numbers other than 0, which stands for nothing; a Map takes several times as long. */
export class IntMap {
  private keys: Int32Array;
  /** 0: the place is free. */
  private values: Float64Array;
  private shift: number;
  private count = 0;

  /** `expected`: with up to as many keys it need not grow. */
  constructor(expected = 0) {
    const bits = Math.max(LEAST_BITS, 33 - Math.clz32(expected));
    this.keys = new Int32Array(1 << bits);
    this.values = new Float64Array(1 << bits);
    this.shift = 32 - bits;
  }

  static from(entries: Iterable<readonly [key: number, value: number]>, expected = 0): IntMap {
    const map = new IntMap(expected);
    for (const [key, value] of entries) map.set(key, value);
    return map;
  }

  /** Every key with the value 1. */
  static ofKeys(keys: readonly number[]): IntMap {
    const map = new IntMap(keys.length);
    for (const key of keys) map.set(key, 1);
    return map;
  }

  get size(): number {
    return this.count;
  }

  /** 0: it has no such key. */
  get(key: number): number {
    return this.values[this.placeOf(key)] as number;
  }

  set(key: number, value: number): void {
    if (value === 0) return;
    const place = this.placeOf(key);
    if (this.values[place] === 0) this.count++;
    this.keys[place] = key;
    this.values[place] = value;
    if (2 * this.count > this.keys.length) this.grow();
  }

  /** Where the key is, or could be put. Half of all places are free, so that there is always an end. */
  private placeOf(key: number): number {
    const { keys, values } = this;
    const last = keys.length - 1;
    let place = Math.imul(key, SPREAD) >>> this.shift;
    while (values[place] !== 0 && keys[place] !== key) place = (place + 1) & last;
    return place;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Int32Array(2 * keys.length);
    this.values = new Float64Array(2 * keys.length);
    this.shift--;
    this.count = 0;
    for (let place = 0; place < keys.length; place++) this.set(keys[place] as number, values[place] as number);
  }
}

const LEAST_BITS = 4;
/** 2^32 over the golden ratio: neighbours come to lie far apart. */
const SPREAD = 0x9e3779b1 | 0;
