/** Maps 32-bit integers to 32-bit floats other than 0. Several times faster than a Map. */
export class IntMap {
  /** Keys and values alternate, so that a look-up reads one cache line. */
  private places: Int32Array;
  /** The same bytes. A value of 0 marks a free slot. */
  private floats: Float32Array;
  private shift: number;
  private count = 0;

  /** `expected`: number of keys up to which the map does not grow. */
  constructor(expected = 0) {
    const bits = Math.max(LEAST_BITS, 33 - Math.clz32(expected));
    this.places = new Int32Array(2 << bits);
    this.floats = new Float32Array(this.places.buffer);
    this.shift = 32 - bits;
  }

  static from(entries: Iterable<readonly [key: number, value: number]>, expected = 0): IntMap {
    const map = new IntMap(expected);
    for (const [key, value] of entries) map.set(key, value);
    return map;
  }

  /** Maps every key to 1. */
  static ofKeys(keys: readonly number[]): IntMap {
    const map = new IntMap(keys.length);
    for (const key of keys) map.set(key, 1);
    return map;
  }

  get size(): number {
    return this.count;
  }

  /** 0 for a missing key. */
  get(key: number): number {
    return this.floats[this.placeOf(key) + 1] as number;
  }

  set(key: number, value: number): void {
    if (Math.fround(value) === 0) return;
    const place = this.placeOf(key);
    if (this.floats[place + 1] === 0) this.count++;
    this.places[place] = key;
    this.floats[place + 1] = value;
    if (4 * this.count > this.places.length) this.grow();
  }

  /** The slot of the key, or a free one. Half of all slots are free, so the search ends. */
  private placeOf(key: number): number {
    const { places, floats } = this;
    const last = places.length - 1;
    let place = (Math.imul(key, SPREAD) >>> this.shift) << 1;
    while (floats[place + 1] !== 0 && places[place] !== key) place = (place + 2) & last;
    return place;
  }

  private grow(): void {
    const { places, floats } = this;
    this.places = new Int32Array(2 * places.length);
    this.floats = new Float32Array(this.places.buffer);
    this.shift--;
    this.count = 0;
    for (let place = 0; place < places.length; place += 2)
      this.set(places[place] as number, floats[place + 1] as number);
  }
}

const LEAST_BITS = 4;
/** 2^32 divided by the golden ratio, which spreads adjacent keys. */
const SPREAD = 0x9e3779b1 | 0;
