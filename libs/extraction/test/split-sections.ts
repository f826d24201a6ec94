/** A section of markdown: its headings, outermost first, and its text. */
export interface Section {
  path: string[];
  level: number;
  text: string;
}

/** Splits markdown at its headings, as for a search index. Text before the first heading has no path. */
export function splitSections(markdown: string): Section[] {
  const sections: Section[] = [{ path: [], level: 0, text: '' }];
  const open: { level: number; title: string }[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === '') fence = mark;
    else if (fence !== '' && line.trim() === fence) fence = '';
    const [, marks = '', title = ''] = (fence === '' && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (marks === '') {
      const section = sections.at(-1) as Section;
      section.text += `${line}\n`;
      continue;
    }
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= marks.length) open.pop();
    open.push({ level: marks.length, title });
    sections.push({ path: open.map((heading) => heading.title), level: marks.length, text: '' });
  }
  return sections.map((section) => ({ ...section, text: section.text.trim() }));
}
