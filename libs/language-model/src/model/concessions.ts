/** Ways to ask for JSON, the most exact first. */
export const JSON_MODES = ['json_schema', 'json_object', 'text'] as const;
export type JsonMode = (typeof JSON_MODES)[number];

/** What is done otherwise for a provider that refuses a request. */
export type Concession = 'max_completion_tokens' | 'no-temperature';

const WORDS: [RegExp, Concession][] = [
  [/max_tokens/i, 'max_completion_tokens'],
  [/temperature/i, 'no-temperature'],
];

/** The one that the provider's message asks for, unless it was made already. */
export function concessionFor(message: string, made: ReadonlySet<Concession>): Concession | undefined {
  return WORDS.find(([words, concession]) => words.test(message) && !made.has(concession))?.[1];
}

/** Whether the message speaks of ways to ask for JSON, so that another schema would be refused as well. */
export function refusesJsonMode(message: string): boolean {
  return /response_format|json_(?:schema|object)/i.test(message);
}

/** Whether the message says that question and answer are longer than the model's context. */
export function refusesLength(message: string): boolean {
  return /context[ _](?:length|window|size)|(?:prompt|input) is too long|too many (?:input )?tokens/i.test(message);
}
