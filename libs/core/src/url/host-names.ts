const NAME = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** Hosts that an operator lists: `wiki.intern`, or `*.intern` for every name below. In small letters. */
export class HostNames {
  private readonly names = new Set<string>();

  /** Answers false for what is no such name; an address is none. */
  add(entry: string): boolean {
    if (!NAME.test(entry) || !/[a-z]/.test(entry)) return false;
    this.names.add(entry);
    return true;
  }

  has(hostname: string): boolean {
    return this.names.has(hostname) || parentsOf(hostname).some((parent) => this.names.has(`*.${parent}`));
  }
}

function parentsOf(hostname: string): string[] {
  const labels = hostname.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}
