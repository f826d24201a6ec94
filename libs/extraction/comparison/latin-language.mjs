/** The most frequent words of each language. Related languages share some; the sums differ. */
const FREQUENT = {
  en: 'the of and to in a is that for on with was as at by from have this are it be has were not',
  de: 'der die das und in den von zu mit sich ist im dem nicht ein eine auf für auch es werden als des hat',
  fr: 'de la le les et des en un du une dans est que pour qui sur par au pas plus avec il ce ne',
  es: 'de la que el en y los se del las un por con una su para es al lo como más no ha',
  it: 'di e il la che in per un del è non della una le si con da i dei sono al nel anche ha',
  pt: 'de a o que e do da em um para com não uma os no se na por mais as dos foi ao é',
  nl: 'de van het een in en is dat op te zijn voor met die niet aan om er ook als bij door',
  pl: 'w i na z się do nie że to jest o za od po jak ale przez ma są dla co oraz tym który',
  cs: 'a v se na je že s z do o i to k ve pro za by jako po které ale jsou si který',
  sv: 'och i att det som en på är av för med till den har de inte om ett men var sig så',
  da: 'og i at det er en til på af for de med den som har ikke der et om var men han fra',
  no: 'og i det er en til på av for å at de med som har den ikke om et var men han fra',
  tr: 've bir bu da de için ile olarak daha çok olan gibi en kadar sonra ise o ne var dedi',
  id: 'yang di dan dengan untuk dari ini itu pada dalam tidak ke juga akan ada oleh kata telah',
  vi: 'và của là các trong cho được có một không người với những để đã đến này khi năm về tại',
  lt: 'ir kad yra į su bet iš tai kaip buvo apie per o ne jis dėl tik savo nuo prie',
  lv: 'un ir ka no par ar kas bet tika uz arī kā pēc tas līdz lai pie to gada',
  is: 'og að er í á við ekki það sem um til fyrir var en með af hann þar',
  sw: 'ya na wa kwa katika ni za kuwa la hiyo cha kama hii huo pia',
};
/** Minimum share of a text's words. */
const LEAST_SHARE = 0.05;
const LANG = /<html\b[^>]{0,500}?\slang=["']?([a-z]{2})\b/i;
/** Language tags that count as another. */
const ALIASES = { nb: 'no', nn: 'no' };

/**
 * The language of a text in Latin script, as a tag of two letters; undefined: English or unknown. The page's `lang` counts
 * only if its frequent words occur, because some templates have a wrong one.
 */
export function latinLanguageOf(text, html) {
  const words =
    text
      .normalize()
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const shares = Object.entries(FREQUENT).map(([language, list]) => {
    const frequent = new Set(list.split(' '));
    return { language, share: words.filter((word) => frequent.has(word)).length / Math.max(1, words.length) };
  });
  const said = LANG.exec(html)?.[1].toLowerCase();
  const ofPage = shares.find(({ language }) => language === (ALIASES[said] ?? said));
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
  const likely = ofPage !== undefined && ofPage.share > 0.7 * best.share ? ofPage : best;
  return likely.share < LEAST_SHARE || likely.language === 'en' ? undefined : likely.language;
}
