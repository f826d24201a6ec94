/** Measured style of a rendered page. Colors are `#rrggbb`, nearly transparent ones are omitted; lengths are CSS pixels. */
export interface StyleSample {
  /** The root's color-scheme is only `dark`. */
  darkCanvas: boolean;
  /** Visible area of each background color, in square pixels. */
  backgrounds: { color: string; area: number }[];
  texts: TextStyle[];
  /** Buttons and links styled as buttons, in document order. */
  buttons: BoxStyle[];
  inputs: (BoxStyle & { focusBorderColor?: string })[];
  /** Color custom properties of the root, without dashes. */
  variables: { name: string; color: string }[];
  /** Colors of elements with classes of these states. */
  states: { state: 'success' | 'warning' | 'error'; color: string }[];
  loadedFonts: string[];
  /** Paddings, margins and gaps with their frequency. */
  spaces: { px: number; count: number }[];
  gaps: { px: number; count: number }[];
  radii: { px: number; count: number }[];
  transitions: { duration: string; easing: string; count: number }[];
  /** max-width of centred blocks, with their area. */
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
  fontFamily: string;
  fontSize: number;
  /** Absent: normal. */
  lineHeight?: number;
  fontWeight: number;
  /** Characters of text. */
  chars: number;
}

export interface BoxStyle {
  background?: string;
  textColor?: string;
  borderColor?: string;
  /** Top left, top right, bottom right, bottom left. */
  radii: number[];
  shadow?: string;
  /** From its class or type. */
  hint?: 'primary' | 'secondary';
  area: number;
}

export interface LogoCandidate {
  kind: 'img' | 'svg' | 'background';
  src?: string;
  /** SVG source with inlined styles. */
  svg?: string;
  alt?: string;
  href?: string;
  linksHome: boolean;
  /** Its class, name or URL contains "logo". */
  isNamedLogo: boolean;
  inHeader: boolean;
  top: number;
  area: number;
}
