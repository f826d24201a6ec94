/** The mark of the `div` that stands for a frame, here and in the pages that a browser has shown. */
export const ORIGINAL_TAG = 'data-original-tag';
