import { countryLocale } from './country-locale';

/** The countries that the gateway accepts. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

describe('countryLocale', () => {
  it('returns a language and a time zone for every country', () => {
    expect(COUNTRIES).toHaveLength(249);
    for (const country of COUNTRIES) {
      const { language, timeZone } = countryLocale(country);
      expect(Intl.getCanonicalLocales(language)).toEqual([language]);
      expect({ country, region: new Intl.Locale(language).region }).toEqual({ country, region: country });
      expect({ country, timeZone: timeZone === 'UTC' }).toEqual({ country, timeZone: false });
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
  });

  it.each([
    ['US-generic', 'en-US', 'America/New_York'],
    ['US', 'en-US', 'America/New_York'],
    ['DE', 'de-DE', 'Europe/Berlin'],
    ['CH', 'de-CH', 'Europe/Zurich'],
    ['BR', 'pt-BR', 'America/Sao_Paulo'],
    ['TW', 'zh-TW', 'Asia/Taipei'],
    ['NO', 'nb-NO', 'Europe/Oslo'],
    ['IN', 'en-IN', 'Asia/Calcutta'],
    ['IS', 'is-IS', 'Atlantic/Reykjavik'],
  ])('returns the usual locale of visitors from %s', (country, language, timeZone) => {
    const zone = new Intl.DateTimeFormat('en', { timeZone: countryLocale(country).timeZone }).resolvedOptions()
      .timeZone;
    expect([countryLocale(country).language, zone]).toEqual([
      language,
      new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
    ]);
  });
});
