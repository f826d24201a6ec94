import type { Page } from 'puppeteer-core';

/**
 * A service worker would answer for the site and fetch on its own account, unseen by the page. A fresh visitor has
 * none, and pages must do without one: private windows of browsers refuse them in the same way.
 */
export async function refuseServiceWorkers(page: Page): Promise<void> {
  await Promise.all([page.setBypassServiceWorker(true), page.evaluateOnNewDocument(refuseRegistration)]);
}

/** Runs in the page, before its scripts. Where the connection is not secure there is no such container anyway. */
function refuseRegistration(): void {
  if (typeof ServiceWorkerContainer === 'undefined') return;
  ServiceWorkerContainer.prototype.register = function register() {
    return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  };
}
