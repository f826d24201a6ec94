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

/** Emulates the United States, regardless of the country of the egress address. */
const GENERIC_COUNTRY = 'US-generic';

/** More than browsers send. */
const MAX_LANGUAGES = 50;
/** Required by BCP 47. */
const MAX_TAG_LENGTH = 35;

const isCountry = (value: string) => value === GENERIC_COUNTRY || COUNTRIES.has(value.toUpperCase());

/** UK is not an ISO 3166 code; GB is. */
const exampleFor = (given: unknown) => (/^uk$/i.test(String(given)) ? 'GB' : 'DE');

/** Unknown keys are ignored in both versions. */
export const Location = z
  .object({
    country: text(MAX_TAG_LENGTH)
      .meta({ pattern: `^(?:${GENERIC_COUNTRY}|[A-Za-z]{2})$` })
      .refine(isCountry, {
        error: ({ input }) =>
          `Invalid country code ${quoteGiven(input)}. Use an ISO 3166-1 alpha-2 code such as ${exampleFor(input)}`,
      })
      .default(GENERIC_COUNTRY)
      .describe('ISO 3166-1 alpha-2 code, case-insensitive'),
    languages: listOf(
      text(MAX_TAG_LENGTH).regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, mustBe('a language tag such as en-US')),
      MAX_LANGUAGES,
    )
      .default([])
      .describe('Language tags such as `en-US`, in order of preference'),
  })
  .describe('Emulated location: sets language and time zone, and selects a proxy in the country if available');

export function toCoreLocation(location: z.output<typeof Location> | undefined) {
  if (location === undefined) return { country: GENERIC_COUNTRY, languages: [] };
  const { country, languages } = location;
  return { country: country === GENERIC_COUNTRY ? country : country.toUpperCase(), languages };
}
