/** Attribute of the `div` that represents a frame, as in rendered pages. */
export const ORIGINAL_TAG = 'data-original-tag';
