/** Main time zones of countries with several (that of most people or the capital), or with none in ICU. */
const mainZones = new Map(
  `AQ Antarctica/McMurdo|AR America/Argentina/Buenos_Aires|AU Australia/Sydney|BR America/Sao_Paulo|CA America/Toronto
  CD Africa/Kinshasa|CL America/Santiago|CN Asia/Shanghai|CY Asia/Nicosia|DE Europe/Berlin|EC America/Guayaquil
  ES Europe/Madrid|FM Pacific/Pohnpei|GL America/Nuuk|ID Asia/Jakarta|KI Pacific/Tarawa|KZ Asia/Almaty|MH Pacific/Majuro
  MN Asia/Ulaanbaatar|MX America/Mexico_City|MY Asia/Kuala_Lumpur|NZ Pacific/Auckland|PF Pacific/Tahiti
  PG Pacific/Port_Moresby|PS Asia/Gaza|PT Europe/Lisbon|RU Europe/Moscow|UA Europe/Kyiv|UM Pacific/Wake
  US America/New_York|UZ Asia/Tashkent|BV Europe/Oslo|HM Indian/Kerguelen`
    .split(/[|\n]/)
    .map((line) => line.trim().split(' ') as [string, string]),
);

/** Countries whose main browser language is not the main language at home. */
const browserLanguages = new Map(
  'GH en|IN en|KE en|ML fr|NA en|PH en|PK en|SN fr|UG en|ZW en'
    .split('|')
    .map((line) => line.split(' ') as [string, string]),
);

export interface CountryLocale {
  language: string;
  timeZone: string;
}

/** A property in Node 20, a method later; absent from TypeScript's types. */
type RegionLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] | undefined };

/** The likely language and time zone of a visitor from a country. `US-generic`, the default, is the United States. */
export function countryLocale(country: string): CountryLocale {
  let locale = known.get(country);
  if (locale === undefined) {
    locale = likelyLocale(country);
    known.set(country, locale);
  }
  return locale;
}

/** ICU takes a millisecond, and every page asks. At most about 250 entries. */
const known = new Map<string, CountryLocale>();

function likelyLocale(country: string): CountryLocale {
  const region = country === 'US-generic' ? 'US' : country;
  const locale: RegionLocale = new Intl.Locale(`und-${region}`);
  const zones = locale.getTimeZones?.() ?? locale.timeZones;
  return {
    language: `${browserLanguages.get(region) ?? locale.maximize().language}-${region}`,
    timeZone: mainZones.get(region) ?? zones?.[0] ?? 'UTC',
  };
}
