import type { z } from 'zod';

/** Definition of a zod schema, reduced to nested schemas. */
interface Def {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  /** Default, optional or nullable. */
  innerType?: z.ZodType;
  /** Pipe: one of the two has the keys. */
  in?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
}

/** The allowed keys at a path, for unions those of all members. Array indexes are part of the path. */
export function knownKeys(schema: z.ZodType, place: readonly string[]): string[] {
  const objects = place.reduce<Def[]>((found, key) => found.flatMap((def) => step(def, key)), unwrap(schema));
  return [...new Set(objects.flatMap(({ shape = {} }) => Object.keys(shape)))];
}

function step({ shape, element }: Def, key: string): Def[] {
  if (element !== undefined) return unwrap(element);
  return shape !== undefined && Object.hasOwn(shape, key) ? unwrap(shape[key]!) : [];
}

function unwrap(schema: z.ZodType): Def[] {
  const def = schema._zod.def as Def;
  const inner = [def.innerType, def.in, def.out].filter((one) => one !== undefined);
  const alternatives = def.options ?? inner;
  return alternatives.length === 0 ? [def] : alternatives.flatMap(unwrap);
}
