/** The file cannot be read; the message says why, as the end of "The document …", and is for the caller. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
