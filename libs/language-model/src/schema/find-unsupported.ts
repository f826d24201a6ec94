import type { CallerSchema } from './caller-schema';
import { mapSchema } from './map-schema';

const UNSUPPORTED: Readonly<Record<string, string>> = {
  $dynamicRef: 'use $ref',
  $recursiveRef: 'use $ref',
  unevaluatedItems: 'use items after prefixItems',
};

export function findUnsupported(schema: CallerSchema): string | undefined {
  const faults: string[] = [];
  let closesProperties = false;
  let halfCondition = false;
  mapSchema(schema, (subschema) => {
    for (const [keyword, instead] of Object.entries(UNSUPPORTED)) {
      if (Object.hasOwn(subschema, keyword)) faults.push(`${keyword} is not supported: ${instead}.`);
    }
    const { properties } = subschema;
    if (typeof properties === 'object' && properties !== null && Object.hasOwn(properties, '__proto__')) {
      faults.push('The property name __proto__ is not supported.');
    }
    closesProperties ||= Object.hasOwn(subschema, 'unevaluatedProperties');
    halfCondition ||= 'if' in subschema && !('then' in subschema && 'else' in subschema);
    return subschema;
  });
  if (closesProperties && halfCondition) faults.push('unevaluatedProperties with if requires both then and else.');
  return faults[0];
}
