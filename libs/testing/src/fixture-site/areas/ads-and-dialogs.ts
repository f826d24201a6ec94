import { type FixtureAnswer, html } from '../page-answer';

/** Paths of the foreign site's ad network that filter lists contain. */
export const AD_PATHS = ['/adserver.js', '/media/banner_728x90.js', '/banner_ads/show.js'];

const AD_SCRIPT = `document.querySelector('main').insertAdjacentHTML('beforeend', '<p>Buy now, said ' + document.currentScript.src + '</p>');`;

/** A vendor's dialog: its markup, its buttons, and the text of the page after the choice. */
interface Consent {
  markup: string;
  reject: string;
  /** A script with the globals of the vendor. */
  globals?: string;
}

const CONSENTS: Record<string, Consent> = {
  onetrust: {
    markup: `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" role="dialog"><p>We value your privacy</p>
<button id="onetrust-pc-btn-handler">Settings</button><button id="onetrust-reject-all-handler">Reject All</button>
<button id="onetrust-accept-btn-handler">Accept All</button></div></div>`,
    reject: '#onetrust-reject-all-handler',
  },
  cookiebot: {
    markup: `<div id="CybotCookiebotDialog" role="dialog"><p>We value your privacy</p>
<button id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll">Deny</button>
<button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">Allow all</button></div>`,
    reject: '#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll',
    globals: 'window.Cookiebot = { hasResponse: false, declined: false, dialog: { visible: true } };',
  },
  didomi: {
    markup: `<div id="didomi-host"><div id="didomi-notice" class="didomi-notice-banner" role="dialog"><p>We value your privacy</p>
<button id="didomi-notice-disagree-button">Disagree</button><button id="didomi-notice-agree-button">Agree</button></div></div>`,
    reject: '#didomi-notice-disagree-button',
  },
};

export const CONSENT_VENDORS = Object.keys(CONSENTS);

/** Pages with third-party ads and with consent dialogs. */
export function planAdsAndDialogs(other: string): Map<string, FixtureAnswer> {
  const scripts = AD_PATHS.map((path) => `<script src="${other}${path}"></script>`).join('\n');
  return new Map([
    ['/nuisances/ads', html('Nuisances ads', [], { markup: scripts })],
    ...Object.entries(CONSENTS).map(([vendor, consent]): [string, FixtureAnswer] => [
      `/nuisances/${vendor}`,
      html(`Nuisances ${vendor}`, [], { markup: putUp(consent) }),
    ]),
  ]);
}

export const planAdNetwork = (): Map<string, FixtureAnswer> =>
  new Map(
    AD_PATHS.map((path): [string, FixtureAnswer] => [
      path,
      { kind: 'bytes', contentType: 'text/javascript', body: Buffer.from(AD_SCRIPT) },
    ]),
  );

const putUp = ({ markup, reject, globals = '' }: Consent): string => `<p id="choice">nothing was chosen</p>
<script>
${globals}
const dialog = document.createElement('div');
dialog.style.cssText = 'position: fixed; inset: auto 0 0 0; padding: 40px; background: white; z-index: 9999';
dialog.innerHTML = ${JSON.stringify(markup)};
document.body.append(dialog);
for (const button of dialog.querySelectorAll('button')) {
  button.onclick = () => {
    document.getElementById('choice').textContent = button.matches('${reject}') ? 'cookies refused' : 'cookies taken';
    dialog.remove();
  };
}
</script>`;
