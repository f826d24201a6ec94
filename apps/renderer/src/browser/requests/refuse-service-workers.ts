import type { Page } from 'puppeteer-core';

/**
 * A service worker would answer for the site and fetch by itself, unseen by the page. A fresh visitor has none, and
 * pages must work without one: private windows refuse them in the same way.
 */
export async function refuseServiceWorkers(page: Page): Promise<void> {
  await Promise.all([page.setBypassServiceWorker(true), page.evaluateOnNewDocument(refuseRegistration)]);
}

/** Runs in the page before its scripts. An insecure page has no such container. */
function refuseRegistration(): void {
  if (typeof ServiceWorkerContainer === 'undefined') return;
  ServiceWorkerContainer.prototype.register = function register() {
    return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  };
}
