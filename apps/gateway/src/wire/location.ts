import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { quoteGiven } from '../errors/wording';
import { listOf, text } from './bounds';

/** ISO 3166-1 alpha-2. */
const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
    'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
    'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
    'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
    'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** Emulates the United States, whatever the country of the egress address is. */
const GENERIC_COUNTRY = 'US-generic';

/** More than any browser sends. */
const MAX_LANGUAGES = 50;
/** The length that BCP 47 asks implementations to accept. */
const MAX_TAG_LENGTH = 35;

const isCountry = (value: string) => value === GENERIC_COUNTRY || COUNTRIES.has(value.toUpperCase());

/** Most who write UK mean the country that ISO 3166 calls GB. */
const exampleFor = (given: unknown) => (/^uk$/i.test(String(given)) ? 'GB' : 'DE');

/** Unknown keys are ignored, in both versions. */
export const Location = z
  .object({
    country: text(MAX_TAG_LENGTH)
      .meta({ pattern: `^(?:${GENERIC_COUNTRY}|[A-Za-z]{2})$` })
      .refine(isCountry, {
        error: ({ input }) =>
          `Invalid country code ${quoteGiven(input)}, it must be a valid ISO 3166-1 alpha-2 country code such as ${exampleFor(input)}`,
      })
      .default(GENERIC_COUNTRY)
      .describe('ISO 3166-1 alpha-2 code, in any case'),
    languages: listOf(
      text(MAX_TAG_LENGTH).regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, mustBe('a language tag such as en-US')),
      MAX_LANGUAGES,
    )
      .default([])
      .describe('Language tags such as `en-US`, the preferred one first'),
  })
  .describe(
    'Where the visitor seems to be: language and time zone are emulated, and a proxy in the country is used when there is one',
  );

export function toCoreLocation(location: z.output<typeof Location> | undefined) {
  if (location === undefined) return { country: GENERIC_COUNTRY, languages: [] };
  const { country, languages } = location;
  return { country: country === GENERIC_COUNTRY ? country : country.toUpperCase(), languages };
}
