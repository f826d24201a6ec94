import type { Page } from 'puppeteer-core';

/** Blocks service workers, which could answer requests unseen. Pages must work without, as in private windows. */
export async function refuseServiceWorkers(page: Page): Promise<void> {
  await Promise.all([page.setBypassServiceWorker(true), page.evaluateOnNewDocument(refuseRegistration)]);
}

/** Runs in the page before its scripts. Insecure pages have no service workers. */
function refuseRegistration(): void {
  if (typeof ServiceWorkerContainer === 'undefined') return;
  ServiceWorkerContainer.prototype.register = function register() {
    return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  };
}
