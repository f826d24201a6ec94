import type { Marks } from './rtf-text';

/** The use of a group's text. */
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

/** A group inherits the surrounding state and changes a copy. */
export interface RtfState {
  destination: Destination;
  /** The group began with `\*`: an unknown destination is left out. */
  isOptional: boolean;
  marks: Marks;
  isHidden: boolean;
  /** Fallback characters after a `\u`. */
  substitutes: number;
  font: number;
  link: string | undefined;
  field: { instruction: string } | undefined;
  /** The control word of the property being read. */
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

/** The destination named by a control word at the start of a group; undefined for other words. */
export function destinationOf(name: string, state: RtfState): Destination | undefined {
  if (SKIPPED.has(name)) return 'skipped';
  const destination = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined;
  if (destination !== undefined) return destination;
  // The newer of two versions of the same picture.
  return state.isOptional && name !== 'shppict' ? 'skipped' : undefined;
}
