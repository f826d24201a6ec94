/** The requests being composed, by operation, and those that started jobs, for the time of the tab. */
const DRAFT = 'orbweaver.draft.';
const REQUEST = 'orbweaver.request.';

export type Body = Record<string, unknown>;

export const readDraft = (operation: string): Body | undefined => readBody(DRAFT + operation);
export const writeDraft = (operation: string, body: Body): void => writeBody(DRAFT + operation, body);

export const rememberRequest = (jobId: string, body: Body): void => writeBody(REQUEST + jobId, body);
export const requestOfJob = (jobId: string): Body | undefined => readBody(REQUEST + jobId);

function readBody(name: string): Body | undefined {
  const text = sessionStorage.getItem(name);
  return text === null ? undefined : (JSON.parse(text) as Body);
}

function writeBody(name: string, body: Body): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(body));
  } catch {
    // The quota of the tab is used up: the request is not remembered.
  }
}
