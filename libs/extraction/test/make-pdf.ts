export interface PdfPlan {
  /** Content streams, one per page. Fonts: /F (Helvetica) and /M (Courier). */
  pages: string[];
  /** Link targets of the first page. */
  links?: string[];
  /** Annotations of the first page, in PDF syntax. */
  annotations?: string[];
  /** Fonts other than /F and /M, in PDF syntax. */
  fonts?: Record<string, string>;
  /** Entries of the document information: `/Title (T) /Author (A)`. */
  info?: string;
  /** Structure of the first page; the content stream marks its text with `tag`. */
  tags?: TagPlan;
  /** true: encrypted with an unknown password. */
  isLocked?: boolean;
}

/** A structure element: its role, and its elements or the numbers of its marked content. */
export type TagPlan = [role: string, ...(TagPlan | number)[]];

/** A PDF with the parts of the plan. */
export function pdfOf({
  pages,
  links = [],
  annotations: others = [],
  fonts: moreFonts = {},
  info = '',
  tags,
  isLocked = false,
}: PdfPlan): Uint8Array {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object);
  const root = 5 + 2 * pages.length;
  const structure = tags === undefined ? '' : `/MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R`;
  add(`<< /Type /Catalog /Pages 2 0 R /Lang (en) ${structure} >>`);
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(`<< ${info} >>`);
  const fonts = ['F', 'M'].map((name) => {
    const font = name === 'F' ? 'Helvetica' : 'Courier';
    return `/${name} << /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`;
  });
  const added = Object.entries(moreFonts).map(([name, font]) => `/${name} ${font}`);
  add(`<< /Font << ${[...fonts, ...added].join(' ')} >> >>`);
  pages.forEach((content, index) => {
    const annotations = index > 0 ? [] : [...links.map(writeLink), ...others];
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 4 0 R /Contents ${6 + 2 * index} 0 R ` +
        `/Annots [${annotations.join(' ')}] /StructParents ${index} >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  });
  if (tags !== undefined) addTags(objects, tags, root);
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const lock = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >>`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R ${isLocked ? lock : ''} >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

function addTags(objects: string[], tags: TagPlan, root: number): void {
  objects.push('');
  const parents: number[] = [];
  const addElement = ([role, ...children]: TagPlan, parent: number): number => {
    const number = objects.push('');
    const kids = children.map((child) => {
      if (typeof child !== 'number') return `${addElement(child, number)} 0 R`;
      parents[child] = number;
      return String(child);
    });
    objects[number - 1] = `<< /S /${role} /P ${parent} 0 R /Pg 5 0 R /K [${kids.join(' ')}] >>`;
    return number;
  };
  const first = addElement(tags, root);
  const owners = Array.from(parents, (number) => `${number ?? first} 0 R`).join(' ');
  objects[root - 1] =
    `<< /Type /StructTreeRoot /K ${first} 0 R /ParentTree << /Nums [0 [${owners}]] >> /ParentTreeNextKey 1 >>`;
}

/** Marks a content stream with a content number; without one, as an artifact. */
export function tag(content: string, number?: number): string {
  return `${number === undefined ? '/Artifact BMC' : `/Any << /MCID ${number} >> BDC`}\n${content}EMC\n`;
}

function writeLink(uri: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [72 700 100 712] /A << /S /URI /URI (${uri}) >> >>`;
}

/** Lines of text in a content stream. `font`: F or M; `x`: left edge; `y`: baseline. */
export function show(x: number, y: number, size: number, text: string, font: 'F' | 'M' = 'F'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET\n`;
}
