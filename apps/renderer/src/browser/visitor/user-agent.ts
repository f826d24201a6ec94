/** Used until a browser is found: the version that the npm package ships. */
const USUAL_VERSION = '147.0.7727.0';

interface Brand {
  brand: string;
  version: string;
}

export interface UserAgent {
  userAgent: string;
  platform: string;
  userAgentMetadata: {
    brands: Brand[];
    fullVersionList: Brand[];
    fullVersion: string;
    platform: string;
    platformVersion: string;
    architecture: string;
    bitness: string;
    wow64: boolean;
    model: string;
    mobile: boolean;
    formFactors: string[];
  };
}

/** Desktop Chrome on Linux with the real version. Chromium's own name contains "Headless", which many sites refuse. */
export function desktopUserAgent(version?: string): UserAgent {
  return chrome('X11; Linux x86_64', '', version, {
    platform: 'Linux x86_64',
    hints: { platform: 'Linux', platformVersion: '6.8.0', architecture: 'x86', bitness: '64', model: '' },
  });
}

/**
 * Chrome on an Android phone ("Android 10; K" on every phone). An iPhone would contradict most feature tests, because its
 * engine differs.
 */
export function mobileUserAgent(version?: string): UserAgent {
  return chrome('Linux; Android 10; K', 'Mobile ', version, {
    platform: 'Linux armv81',
    hints: { platform: 'Android', platformVersion: '15.0.0', architecture: '', bitness: '', model: 'Pixel 8' },
  });
}

interface Device {
  platform: string;
  hints: Pick<UserAgent['userAgentMetadata'], 'platform' | 'platformVersion' | 'architecture' | 'bitness' | 'model'>;
}

function chrome(system: string, mark: string, version: string | undefined, { platform, hints }: Device): UserAgent {
  const full = version || USUAL_VERSION;
  const major = full.split('.')[0]!;
  return {
    userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${mark}Safari/537.36`,
    platform,
    userAgentMetadata: {
      brands: brandsOf(major, (given) => given),
      fullVersionList: brandsOf(full, (given) => `${given}.0.0.0`),
      fullVersion: full,
      ...hints,
      wow64: false,
      mobile: mark !== '',
      formFactors: [mark === '' ? 'Desktop' : 'Mobile'],
    },
  };
}

const ODD_CHARACTERS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const ODD_VERSIONS = ['8', '99', '24'] as const;
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/**
 * Chrome's brand list for a version. It contains a made-up brand whose position, spelling and version depend on the
 * release; a wrong list reveals a forgery.
 */
function brandsOf(version: string, oddVersion: (given: string) => string): Brand[] {
  const seed = Number.parseInt(version, 10) || 0;
  const odd = (index: number): string => ODD_CHARACTERS[(seed + index) % ODD_CHARACTERS.length]!;
  const brands: Brand[] = [];
  const [first, second, third] = ORDERS[seed % ORDERS.length]!;
  brands[first] = { brand: `Not${odd(0)}A${odd(1)}Brand`, version: oddVersion(ODD_VERSIONS[seed % 3]!) };
  brands[second] = { brand: 'Chromium', version };
  brands[third] = { brand: 'Google Chrome', version };
  return brands;
}
