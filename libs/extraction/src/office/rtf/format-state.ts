import { plainMarks, type RtfState, resetParagraph } from './rtf-state';

/** Applies a control word that formats text or paragraphs. Returns false for other words. */
export function formatState(state: RtfState, name: string, value: number | undefined): boolean {
  return formatText(state, name, value) || formatParagraph(state, name, value);
}

function formatText(state: RtfState, name: string, value: number | undefined): boolean {
  const isOn = value !== 0;
  switch (name) {
    case 'b':
      state.marks.strong = isOn;
      break;
    case 'i':
      state.marks.em = isOn;
      break;
    case 'strike':
    case 'striked':
      state.marks.s = isOn;
      break;
    case 'super':
      Object.assign(state.marks, { sup: isOn, sub: false });
      break;
    case 'sub':
      Object.assign(state.marks, { sub: isOn, sup: false });
      break;
    case 'nosupersub':
      Object.assign(state.marks, { sup: false, sub: false });
      break;
    case 'v':
      state.isHidden = isOn;
      break;
    case 'plain':
      state.marks = plainMarks();
      state.isHidden = false;
      break;
    case 'uc':
      state.substitutes = Math.max(0, Math.min(100, value ?? 1));
      break;
    case 'field':
      state.field = { instruction: '' };
      break;
    case 'fldrslt':
      state.link = takeLink(state.field) ?? state.link;
      break;
    default:
      return false;
  }
  return true;
}

function formatParagraph(state: RtfState, name: string, value: number | undefined): boolean {
  switch (name) {
    case 'pard':
      resetParagraph(state);
      break;
    case 's':
      state.style = value;
      break;
    case 'outlinelevel':
      state.outlineLevel = value === undefined || value > 8 ? undefined : value + 1;
      break;
    case 'intbl':
      state.isInTable = true;
      break;
    case 'ls':
      state.isListed = (value ?? 0) > 0;
      break;
    case 'ilvl':
      state.listLevel = Math.max(0, Math.min(8, value ?? 0));
      break;
    default:
      return false;
  }
  return true;
}

/** Removes the instruction from the state, so that repeated results are read once. */
function takeLink(field: RtfState['field']): string | undefined {
  const link = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(field?.instruction ?? '')?.[1];
  if (field !== undefined) field.instruction = '';
  return link;
}
