/** The language and the time zone (of the largest city) that a visitor from a country most likely has. */
const table = `
AE ar-AE Asia/Dubai|AR es-AR America/Argentina/Buenos_Aires|AT de-AT Europe/Vienna|AU en-AU Australia/Sydney
BD bn-BD Asia/Dhaka|BE nl-BE Europe/Brussels|BG bg-BG Europe/Sofia|BR pt-BR America/Sao_Paulo|CA en-CA America/Toronto
CH de-CH Europe/Zurich|CL es-CL America/Santiago|CN zh-CN Asia/Shanghai|CO es-CO America/Bogota|CZ cs-CZ Europe/Prague
DE de-DE Europe/Berlin|DK da-DK Europe/Copenhagen|EE et-EE Europe/Tallinn|EG ar-EG Africa/Cairo|ES es-ES Europe/Madrid
FI fi-FI Europe/Helsinki|FR fr-FR Europe/Paris|GB en-GB Europe/London|GR el-GR Europe/Athens|HK zh-HK Asia/Hong_Kong
HR hr-HR Europe/Zagreb|HU hu-HU Europe/Budapest|ID id-ID Asia/Jakarta|IE en-IE Europe/Dublin|IL he-IL Asia/Jerusalem
IN en-IN Asia/Kolkata|IT it-IT Europe/Rome|JP ja-JP Asia/Tokyo|KE en-KE Africa/Nairobi|KR ko-KR Asia/Seoul
LT lt-LT Europe/Vilnius|LV lv-LV Europe/Riga|MA fr-MA Africa/Casablanca|MX es-MX America/Mexico_City|MY ms-MY Asia/Kuala_Lumpur
NG en-NG Africa/Lagos|NL nl-NL Europe/Amsterdam|NO nb-NO Europe/Oslo|NZ en-NZ Pacific/Auckland|PE es-PE America/Lima
PH en-PH Asia/Manila|PK en-PK Asia/Karachi|PL pl-PL Europe/Warsaw|PT pt-PT Europe/Lisbon|RO ro-RO Europe/Bucharest
RS sr-RS Europe/Belgrade|RU ru-RU Europe/Moscow|SA ar-SA Asia/Riyadh|SE sv-SE Europe/Stockholm|SG en-SG Asia/Singapore
SI sl-SI Europe/Ljubljana|SK sk-SK Europe/Bratislava|TH th-TH Asia/Bangkok|TR tr-TR Europe/Istanbul|TW zh-TW Asia/Taipei
UA uk-UA Europe/Kyiv|US en-US America/New_York|VN vi-VN Asia/Ho_Chi_Minh|ZA en-ZA Africa/Johannesburg`;

export interface CountryLocale {
  /** BCP 47. */
  language: string;
  /** IANA name. */
  timeZone: string;
}

const locales = new Map<string, CountryLocale>(
  table
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(' '))
    .map(([country, language, timeZone]) => [country!, { language: language!, timeZone: timeZone! }]),
);

/** Undefined for `US-generic` (nobody named a country) and for countries that are not in the table. */
export function countryLocale(country: string): CountryLocale | undefined {
  return locales.get(country);
}
