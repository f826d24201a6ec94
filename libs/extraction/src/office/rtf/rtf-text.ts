import { escapeHtmlText } from '../../tree/serialize-html';
import { quoted } from '../write-blocks';

export interface Marks {
  strong: boolean;
  em: boolean;
  s: boolean;
  sup: boolean;
  sub: boolean;
}

type Run = { text: string; marks: Marks; link: string | undefined } | { html: string };

const MARKS = ['strong', 'em', 's', 'sup', 'sub'] as const;

/** The text of a paragraph while it is read. */
export class RtfText {
  private runs: Run[] = [];

  add(text: string, marks: Marks, link: string | undefined): void {
    const last = this.runs.at(-1);
    const isSame =
      last !== undefined &&
      'text' in last &&
      last.link === link &&
      MARKS.every((mark) => last.marks[mark] === marks[mark]);
    if (isSame) last.text += text;
    else this.runs.push({ text, marks: { ...marks }, link });
  }

  addHtml(html: string): void {
    this.runs.push({ html });
  }

  /** `isHeading`: bold is then the weight of every heading and is not marked. */
  html(isHeading = false): string {
    return this.runs
      .map((run) => ('html' in run ? run.html : writeRun(run, isHeading)))
      .join('')
      .trim();
  }
}

function writeRun({ text, marks, link }: Exclude<Run, { html: string }>, isHeading: boolean): string {
  let html = escapeHtmlText(text);
  if (text.trim() === '') return html;
  for (const mark of MARKS) if (marks[mark] && !(isHeading && mark === 'strong')) html = `<${mark}>${html}</${mark}>`;
  return link === undefined ? html : `<a href="${quoted(link)}">${html}</a>`;
}
