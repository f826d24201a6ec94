/**
 * How a rendered page looks, as a browser measured it: what branding is made of. Colours are `#rrggbb` and stand
 * without their transparency; those that are hardly there are left out. Lengths are CSS pixels.
 */
export interface StyleSample {
  /** The color-scheme of the root is dark alone, so the browser's own canvas is. */
  darkCanvas: boolean;
  /** How much of the page each background colour paints, without what others paint over it. Square pixels. */
  backgrounds: { color: string; area: number }[];
  texts: TextStyle[];
  /** The buttons, and links that are drawn as such, in the order of the page. */
  buttons: BoxStyle[];
  inputs: (BoxStyle & { focusBorderColor?: string })[];
  /** Custom properties of the root that hold a colour, without the two dashes. */
  variables: { name: string; color: string }[];
  /** Computed styles of elements with such classes. */
  states: { state: 'success' | 'warning' | 'error'; color: string }[];
  /** The families of web fonts that have loaded. */
  loadedFonts: string[];
  /** Paddings, margins and gaps, and how often each is used. */
  spaces: { px: number; count: number }[];
  gaps: { px: number; count: number }[];
  radii: { px: number; count: number }[];
  transitions: { duration: string; easing: string; count: number }[];
  /** The widths that centred blocks may have at most, and how large those are. */
  maxWidths: { px: number; area: number }[];
  gridColumns: { columns: number; area: number }[];
  header?: { background?: string; height: number };
  footerHeight?: number;
  logos: LogoCandidate[];
}

export type TextRole = 'h1' | 'h2' | 'h3' | 'heading' | 'paragraph' | 'text' | 'small' | 'code' | 'link' | 'control';

export interface TextStyle {
  role: TextRole;
  color: string;
  /** CSS value. */
  fontFamily: string;
  fontSize: number;
  /** Absent: normal. */
  lineHeight?: number;
  fontWeight: number;
  /** How much text is set in it. */
  chars: number;
}

export interface BoxStyle {
  background?: string;
  textColor?: string;
  borderColor?: string;
  /** Top left, top right, bottom right, bottom left. */
  radii: number[];
  shadow?: string;
  /** Its class or type calls it the main one, or one of the others. */
  hint?: 'primary' | 'secondary';
  area: number;
}

export interface LogoCandidate {
  kind: 'img' | 'svg' | 'background';
  /** The image's address. */
  src?: string;
  /** The text of an SVG, with its styles in it. */
  svg?: string;
  alt?: string;
  /** Where the link around it leads. */
  href?: string;
  /** That is the site's first page. */
  linksHome: boolean;
  /** Its class, name or address calls it a logo. */
  isNamedLogo: boolean;
  inHeader: boolean;
  /** From the top of the page. */
  top: number;
  area: number;
}
