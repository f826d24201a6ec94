/** Dialogs and backdrops of common consent vendors. Many remain in the page, invisible, after the dialog is closed. */
export const consentContainers: readonly string[] = [
  '#onetrust-consent-sdk, #onetrust-banner-sdk, #onetrust-pc-sdk, .onetrust-pc-dark-filter',
  '#CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, #cookiebanner[data-culture]',
  '#usercentrics-root, #usercentrics-cmp-ui, #uc-banner-modal, #uc-center-container',
  '#didomi-host, #didomi-popup, #didomi-notice',
  '#qc-cmp2-container, #qc-cmp2-main, .qc-cmp-ui-container',
  '#truste-consent-track, #trustarc-banner-overlay, .truste_overlay, .truste_box_overlay, .truste_popframe',
  'div[id^=sp_message_container_], #sp_privacy_manager_container',
  '#cmpbox, #cmpbox2, #cmpwrapper',
  '.osano-cm-window, .osano-cm-dialog',
  '#iubenda-cs-banner, .fc-consent-root, #klaro .cookie-notice, #klaro .cookie-modal',
  '.cky-consent-container, .cky-overlay, .cky-modal, #cookie-law-info-bar, .cli-modal-backdrop',
  '#BorlabsCookieBox, #tarteaucitronRoot, #termly-code-snippet-support, #axeptio_overlay, #cookiescript_injected',
  '#cmplz-cookiebanner-container, .cmplz-cookiebanner, #cookiefirst-root, .ch2-container, #transcend-consent-manager',
  '.cc-window.cc-banner, .cc-window.cc-floating, #cc-main, #cc--main, #shopify-pc__banner, #hs-eu-cookie-confirmation',
];
