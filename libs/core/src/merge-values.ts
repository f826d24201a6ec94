/** Merges values one at a time: see mergeValues. */
export class ValueMerge {
  /** Returned if only empty values were added. */
  private empty: unknown;
  private content: MergedContent | undefined;

  /** @param onMember receives each key of an object to which the value added anything @returns whether it added anything */
  add(value: unknown, onMember?: (key: string) => void): boolean {
    if (isEmpty(value)) {
      this.empty ??= value;
      return false;
    }
    this.content ??= contentFor(value);
    return this.content.add(value, onMember);
  }

  get value(): unknown {
    return this.content === undefined ? this.empty : this.content.value;
  }
}

/**
 * Merges values of the same shape: lists are concatenated without duplicates, objects are merged, and the first
 * non-empty scalar wins. The first non-empty value decides the type; values that do not fit it are ignored.
 */
export function mergeValues(values: Iterable<unknown>): unknown {
  const merge = new ValueMerge();
  for (const value of values) merge.add(value);
  return merge.value;
}

interface MergedContent {
  readonly value: unknown;
  add(value: unknown, onMember?: (key: string) => void): boolean;
}

function contentFor(value: unknown): MergedContent {
  if (Array.isArray(value)) return new MergedList();
  return isObject(value) ? new MergedObject() : new MergedScalar();
}

class MergedScalar implements MergedContent {
  value: unknown;

  add(value: unknown): boolean {
    if (this.value !== undefined) return false;
    this.value = value;
    return true;
  }
}

class MergedList implements MergedContent {
  private readonly entries = new Map<string, unknown>();

  add(value: unknown): boolean {
    const before = this.entries.size;
    for (const entry of Array.isArray(value) ? value : [value]) {
      const key = JSON.stringify(entry, withSortedKeys);
      if (!this.entries.has(key)) this.entries.set(key, entry);
    }
    return this.entries.size > before;
  }

  get value(): unknown[] {
    return [...this.entries.values()];
  }
}

class MergedObject implements MergedContent {
  private readonly members = new Map<string, ValueMerge>();

  add(value: unknown, onMember?: (key: string) => void): boolean {
    if (!isObject(value)) return false;
    let hasAdded = false;
    for (const [key, added] of Object.entries(value)) {
      const member = this.members.get(key) ?? new ValueMerge();
      this.members.set(key, member);
      if (!member.add(added)) continue;
      hasAdded = true;
      onMember?.(key);
    }
    return hasAdded;
  }

  get value(): Record<string, unknown> {
    return Object.fromEntries([...this.members].map(([key, member]) => [key, member.value]));
  }
}

function withSortedKeys(_: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
