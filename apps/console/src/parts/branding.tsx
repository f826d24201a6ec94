import type { Schemas } from '../api/client';
import { OutLink } from './basics';
import { Json } from './source';

type BrandingProfile = Schemas['DocumentBranding'];

const COLOUR = /^(?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/deg]{1,60}\))$/i;

export function Branding({ branding }: { branding: BrandingProfile }) {
  const colours = Object.entries(branding.colors ?? {}).filter(([, colour]) => COLOUR.test(String(colour)));
  return (
    <>
      <ul class="swatches" aria-label="Colours">
        {colours.map(([name, colour]) => (
          <li key={name}>
            <span class="swatch" style={{ background: String(colour) }} />
            {name} <code>{String(colour)}</code>
          </li>
        ))}
      </ul>
      {(branding.fonts ?? []).length > 0 && (
        <p>Fonts: {(branding.fonts ?? []).map(({ family }) => family).join(', ')}</p>
      )}
      <ul aria-label="Images">
        {Object.entries(branding.images ?? {}).map(([name, url]) => (
          <li key={name}>
            {name}: <OutLink href={String(url)} />
          </li>
        ))}
      </ul>
      <Json value={branding} fileName="branding.json" />
    </>
  );
}
