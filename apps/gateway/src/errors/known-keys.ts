import type { z } from 'zod';

/** What wraps or lists other schemas, as far as it is read here. */
interface Def {
  shape?: Record<string, z.ZodType>;
  /** Of a list. */
  element?: z.ZodType;
  /** Of a default, an optional or nullable. */
  innerType?: z.ZodType;
  /** Of a transformation: one of the two has the keys. */
  in?: z.ZodType;
  out?: z.ZodType;
  /** Of a union. */
  options?: z.ZodType[];
}

/** The keys that may stand at a place of a body; of a union, those of all its alternatives. A list has its indexes. */
export function knownKeys(schema: z.ZodType, place: readonly string[]): string[] {
  const objects = place.reduce<Def[]>((found, key) => found.flatMap((def) => step(def, key)), unwrap(schema));
  return [...new Set(objects.flatMap(({ shape = {} }) => Object.keys(shape)))];
}

function step({ shape, element }: Def, key: string): Def[] {
  if (element !== undefined) return unwrap(element);
  return shape !== undefined && Object.hasOwn(shape, key) ? unwrap(shape[key]!) : [];
}

/** The objects and lists that a schema accepts. */
function unwrap(schema: z.ZodType): Def[] {
  const def = schema._zod.def as Def;
  const inner = [def.innerType, def.in, def.out].filter((one) => one !== undefined);
  const alternatives = def.options ?? inner;
  return alternatives.length === 0 ? [def] : alternatives.flatMap(unwrap);
}
