/** A progress line on a terminal; no output elsewhere, so that logs stay readable. */
export class Progress {
  private timer: NodeJS.Timeout | undefined;
  private text = '';
  private fromMs = performance.now();

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  say(text: string): void {
    this.text = text;
    this.fromMs = performance.now();
    if (!this.stream.isTTY) return;
    this.write();
    this.timer ??= setInterval(() => this.write(), 500).unref();
  }

  done(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.stream.isTTY) this.stream.write('\r\u001b[K');
  }

  private write(): void {
    const seconds = ((performance.now() - this.fromMs) / 1000).toFixed(0);
    this.stream.write(`\r\u001b[K${this.text} (${seconds} s)`.slice(0, this.stream.columns ?? 200));
  }
}
