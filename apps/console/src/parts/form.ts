/** The text of each named field. A checkbox that is not checked has none. */
export type Fields = Record<string, string>;

/**
 * Calls `send` instead of loading a page. Forms are read when they are submitted, because component state and mutations
 * follow a change only after the next render.
 */
export const onSubmit = (send: (fields: Fields, form: HTMLFormElement) => void) => (event: Event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  send(Object.fromEntries(entries), form);
};
