declare module 'commonmark-spec' {
  export interface Example {
    /** From 1 on. */
    number: number;
    section: string;
    markdown: string;
    /** Tabs are arrows. */
    html: string;
  }
  export const tests: Example[];
}
