/** An uploaded file in memory. `take` passes it on, so that it can be freed before the request is answered. */
export class UploadedFile {
  private bytes: Buffer | undefined;

  constructor(
    bytes: Buffer,
    readonly name: string,
    /** As declared by the caller. */
    readonly contentType: string | undefined,
    private readonly free: () => void,
  ) {
    this.bytes = bytes;
  }

  /** Passes the file to `send` and frees its memory afterwards. Can be called once. */
  async take<T>(send: (bytes: Buffer) => Promise<T>): Promise<T> {
    const { bytes } = this;
    if (bytes === undefined) throw new Error('the uploaded file has been taken');
    this.bytes = undefined;
    try {
      return await send(bytes);
    } finally {
      this.free();
    }
  }
}
