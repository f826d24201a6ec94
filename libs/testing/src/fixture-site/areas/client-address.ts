import { type FixtureAnswer, html } from '../page-answer';

/** The one client address that /guarded admits. */
export const WELCOME_ADDRESS = '127.0.0.9';

/** /address shows the client's address; /guarded also rejects all addresses except one. */
export function showAddress(url: URL, address: string): FixtureAnswer | undefined {
  if (url.pathname === '/address') return html(`Seen as ${address}.`, []);
  if (url.pathname !== '/guarded') return undefined;
  const isWelcome = address === WELCOME_ADDRESS;
  return html(isWelcome ? `Seen as ${address}.` : 'Access denied', [], { status: isWelcome ? 200 : 403 });
}
