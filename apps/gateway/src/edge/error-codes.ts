/** What `code` says where a request itself is at fault, or the service; those of pages are in page-failure-answer. */
export const requestErrors = {
  BAD_REQUEST: 'Something in the request is wrong: `error` names the first fault, `details` all of them',
  BAD_REQUEST_INVALID_JSON: 'The body is no JSON',
  UNSUPPORTED_SITE: 'The operator of the service has closed the host',
  UNKNOWN_ERROR: 'Something broke in the service; `error` has an id that its log has too',
};

export type RequestErrorCode = keyof typeof requestErrors;
