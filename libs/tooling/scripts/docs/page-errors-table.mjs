// Table of the error codes of pages, and whether the service retries them.
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { load } from './load.mjs';

const require = createRequire(import.meta.url);

export function writePageErrorsTable() {
  const { mayRetry } = load('libs/core');
  const { pageErrors, pageFailureAnswers } = require(path.join(root, 'apps/gateway/dist/errors/error-codes.js'));
  const reasonsOf = (code) =>
    Object.keys(pageFailureAnswers).filter((reason) => pageFailureAnswers[reason].code === code);
  const lines = Object.entries(pageErrors).map(([code, meaning]) => {
    const reasons = reasonsOf(code);
    const retried = reasons.filter((reason) => mayRetry(reason, 1)).length;
    const again = retried === 0 ? 'no' : retried === reasons.length ? 'yes' : 'in part';
    return `| \`${code}\` | ${pageFailureAnswers[reasons[0]].status} | ${meaning} | ${again} |`;
  });
  return ['| code | status | meaning | tried again |', '|---|--:|---|---|', ...lines].join('\n');
}
