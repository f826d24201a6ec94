/** Elements without a text that a page shows. */
export const DROPPED: ReadonlySet<string> = new Set(
  (
    'SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS HEAD TITLE LINK META BASE PARAM SOURCE TRACK MAP AREA COL COLGROUP ' +
    'DATALIST'
  ).split(' '),
);
