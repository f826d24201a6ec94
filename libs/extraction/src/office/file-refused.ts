/** The file cannot be read. The message completes the sentence "The document …" and is shown to the caller. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
