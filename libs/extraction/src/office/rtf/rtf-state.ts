import type { Marks } from './rtf-text';

/** What the text of a group is for. */
export type Destination =
  | 'text'
  | 'skipped'
  | 'fonts'
  | 'styles'
  | 'info'
  | 'property'
  | 'picture'
  | 'instruction'
  | 'marker'
  | 'note'
  | 'shape';

/** Groups begin with what holds around them, and change it for themselves. */
export interface RtfState {
  destination: Destination;
  /** The group began with `\*`: what nobody knows is to be left out. */
  isOptional: boolean;
  marks: Marks;
  isHidden: boolean;
  /** Signs after a `\u` that stand for it where Unicode is not known. */
  substitutes: number;
  font: number;
  link: string | undefined;
  field: { instruction: string } | undefined;
  /** The control word of what the file says about itself. */
  property: string | undefined;
  style: number | undefined;
  outlineLevel: number | undefined;
  isInTable: boolean;
  isListed: boolean;
  listLevel: number;
}

export const plainMarks = (): Marks => ({ strong: false, em: false, s: false, sup: false, sub: false });

export function firstState(): RtfState {
  return {
    destination: 'text',
    isOptional: false,
    marks: plainMarks(),
    isHidden: false,
    substitutes: 1,
    font: -1,
    link: undefined,
    field: undefined,
    property: undefined,
    style: undefined,
    outlineLevel: undefined,
    isInTable: false,
    isListed: false,
    listLevel: 0,
  };
}

/** `\pard`: a paragraph like any other. */
export function resetParagraph(state: RtfState): void {
  state.style = undefined;
  state.outlineLevel = undefined;
  state.isInTable = false;
  state.isListed = false;
  state.listLevel = 0;
}

const DESTINATIONS: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  info: 'info',
  pict: 'picture',
  fldinst: 'instruction',
  listtext: 'marker',
  pntext: 'marker',
  footnote: 'note',
  shpinst: 'shape',
  shptxt: 'text',
};

const SKIPPED = new Set(
  (
    'colortbl header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep aftnsepc ' +
    'aftncn xe tc tcn rxe bkmkstart bkmkend template nonshppict shprslt objdata objclass objname listtable ' +
    'listoverridetable revtbl rsidtbl nonesttables do filetbl comment annotation atnid atnauthor pn pnseclvl ' +
    'themedata colorschememapping datastore latentstyles buptim creatim revtim printim operator company manager ' +
    'category hlinkbase'
  ).split(' '),
);

/** What a control word makes of the group that it stands at the beginning of; undefined: it is no such word. */
export function destinationOf(name: string, state: RtfState): Destination | undefined {
  if (SKIPPED.has(name)) return 'skipped';
  const destination = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined;
  if (destination !== undefined) return destination;
  // The pictures that programs of today are meant to show.
  return state.isOptional && name !== 'shppict' ? 'skipped' : undefined;
}
