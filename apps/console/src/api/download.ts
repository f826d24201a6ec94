import { safeName } from '../parts/format';
import { credentials, errorText, noteStatus, RequestError } from './client';

/** Saves the response of a GET as a file. The browser keeps large bodies on disk. @throws RequestError */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: credentials() });
  noteStatus(response.status);
  if (!response.ok) {
    throw new RequestError(response.status, errorText(await response.json().catch(() => undefined), response.status));
  }
  saveAs(await response.blob(), name);
}

export function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = safeName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
