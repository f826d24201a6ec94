/** Colours as `#rrggbb`, lengths as CSS pixels (`16px`), durations as CSS seconds. Unknown values are absent. */
export interface Branding {
  colorScheme: 'light' | 'dark';
  brandName?: string;
  /** A URL, or the data URI of an inline SVG. */
  logo?: string;
  /** Rendered font families, by amount of text. */
  fonts?: { family: string; role?: 'body' | 'heading' | 'code' }[];
  colors: Partial<Record<BrandColor, string>>;
  typography?: {
    fontFamilies?: { primary?: string; heading?: string; code?: string };
    fontStacks?: { primary?: string[]; heading?: string[]; body?: string[]; paragraph?: string[] };
    fontSizes?: { h1?: string; h2?: string; h3?: string; body?: string; small?: string };
    lineHeights?: { heading?: number; body?: number };
    fontWeights?: { light?: number; regular?: number; medium?: number; bold?: number };
  };
  spacing?: { baseUnit?: number; gridGutter?: number; borderRadius?: string };
  components?: {
    buttonPrimary?: BrandBox;
    buttonSecondary?: BrandBox;
    input?: BrandBox & { focusBorderColor?: string };
  };
  images?: { logo?: string; logoHref?: string; logoAlt?: string; favicon?: string; ogImage?: string };
  animations?: { transitionDuration?: string; easing?: string };
  layout?: { grid?: { columns?: number; maxWidth?: string }; headerHeight?: string; footerHeight?: string };
}

export type BrandColor =
  | 'primary'
  | 'secondary'
  | 'accent'
  | 'background'
  | 'textPrimary'
  | 'textSecondary'
  | 'link'
  | 'success'
  | 'warning'
  | 'error';

export interface BrandBox {
  background?: string;
  textColor?: string;
  borderColor?: string;
  borderRadius?: string;
  borderRadiusCorners?: { topLeft: string; topRight: string; bottomRight: string; bottomLeft: string };
  shadow?: string;
}
