export const JSON_MODES = ['json_schema', 'json_object', 'text'] as const;
export type JsonMode = (typeof JSON_MODES)[number];

/** A change of the request for providers that reject its default form. */
export type Concession = 'max_completion_tokens' | 'no-temperature';

const WORDS: [RegExp, Concession][] = [
  [/max_tokens/i, 'max_completion_tokens'],
  [/temperature/i, 'no-temperature'],
];

/** The concession that an error message suggests, unless it is already in `made`. */
export function concessionFor(message: string, made: ReadonlySet<Concession>): Concession | undefined {
  return WORDS.find(([words, concession]) => words.test(message) && !made.has(concession))?.[1];
}

export function refusesJsonMode(message: string): boolean {
  return /response_format|json_(?:schema|object)/i.test(message);
}

export function refusesLength(message: string): boolean {
  return /context[ _](?:length|window|size)|(?:prompt|input) is too long|too many (?:input )?tokens/i.test(message);
}
