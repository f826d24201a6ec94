import type { Capture } from '../capture';
import { classifyContent } from './content-kind';

/** Whether the body is a PDF file, by its first bytes and its Content-Type. */
export function isPdf({ body, headers, engine }: Pick<Capture, 'body' | 'headers' | 'engine'>): boolean {
  return classifyContent(body, headers['content-type'], engine).kind === 'pdf';
}
