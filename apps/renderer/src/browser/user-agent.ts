/** The version that is claimed before a browser was found; the one that the npm package ships. */
const USUAL_VERSION = '147.0.0.0';

export interface UserAgent {
  userAgent: string;
  platform: string;
  /** Client hints: what `Sec-CH-UA…` and `navigator.userAgentData` say. */
  userAgentMetadata: {
    brands: { brand: string; version: string }[];
    platform: string;
    platformVersion: string;
    architecture: string;
    model: string;
    mobile: boolean;
  };
}

const majorOf = (version: string): string => version.split('.')[0]!;

/** A desktop Chrome of the version that renders. Chromium itself says "Headless", which many sites refuse. */
export function desktopUserAgent(version = USUAL_VERSION): UserAgent {
  const major = majorOf(version);
  return {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    platform: 'Linux x86_64',
    userAgentMetadata: {
      brands: [
        { brand: 'Chromium', version: major },
        { brand: 'Google Chrome', version: major },
        { brand: 'Not.A/Brand', version: '8' },
      ],
      platform: 'Linux',
      platformVersion: '',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  };
}

/** An iPhone: its browser sends no client hints, so there is none that could contradict. */
export function mobileUserAgent(): UserAgent {
  return {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    platform: 'iPhone',
    userAgentMetadata: {
      brands: [],
      platform: 'iOS',
      platformVersion: '18.5',
      architecture: '',
      model: 'iPhone',
      mobile: true,
    },
  };
}
