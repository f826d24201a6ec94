/** Two batchers of PageDocuments: bulk work never stands before the page that somebody waits for. */
export const INTERACTIVE_STORE = Symbol('INTERACTIVE_STORE');
export const BULK_STORE = Symbol('BULK_STORE');
/** A Bell that rings when the outbox has something new. */
export const OUTBOX_SIGNAL = Symbol('OUTBOX_BELL');
/** The HttpClient of @orbweaver/egress that webhooks leave by. */
export const WEBHOOK_CLIENT = Symbol('WEBHOOK_CLIENT');
/** A Bell that rings when the page cache has grown. */
export const EVICTION_SIGNAL = Symbol('EVICTION_BELL');
