import { onSessionEnd } from '../../api/session';

/** The requests being composed, by operation, until the session ends or the tab is closed. */
const DRAFT = 'orbweaver.draft.';
const OMITTED = 'orbweaver.omitted.';

export type Body = Record<string, unknown>;

/** A field that a draft of a job's request lacks, such as a header value. */
export interface MissingField {
  field: string;
  reason: string;
}

/** Drafts above the quota of the tab. */
const unsaved = new Map<string, string>();
onSessionEnd(() => unsaved.clear());

export const readDraft = (operation: string): Body | undefined => readStored<Body>(DRAFT + operation);
export const readOmitted = (operation: string): MissingField[] => readStored<MissingField[]>(OMITTED + operation) ?? [];

export function writeDraft(operation: string, body: Body): void {
  store(DRAFT + operation, body);
}

/** Sets what the playground opens with. */
export function startDraft(operation: string, body: Body, omitted: readonly MissingField[] = []): void {
  writeDraft(operation, body);
  writeOmitted(operation, omitted);
}

export function writeOmitted(operation: string, omitted: readonly MissingField[]): void {
  store(OMITTED + operation, omitted);
}

function readStored<T>(name: string): T | undefined {
  const text = unsaved.get(name) ?? sessionStorage.getItem(name);
  return text === null ? undefined : (JSON.parse(text) as T);
}

function store(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  unsaved.delete(name);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    unsaved.set(name, text);
  }
}
