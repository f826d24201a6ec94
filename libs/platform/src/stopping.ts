/** Tells every part of a process that it is to end: take nothing new, finish what runs. */
export class Stopping {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }
}
