import type { ScopeRule } from './scope-rule';

/**
 * File types without an extractable document. Office files with little text are read by scrape and batch only. PDF,
 * DOCX and unknown types are fetched.
 */
const refused = new Set(
  `png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv
   woff ttf woff2 webp inc`.split(/\s+/),
);

export const refuseFileType: ScopeRule = ({ parsed }) => {
  const file = parsed.pathname.slice(parsed.pathname.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot >= 0 && refused.has(file.slice(dot + 1).toLowerCase()) ? 'file-type' : undefined;
};
