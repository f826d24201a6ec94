/** What is put into a text before the character at a position. */
export type Insertion = [position: number, text: string];
