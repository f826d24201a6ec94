import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'orbweaver.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

export const theme = signal<Theme>(themes.find((name) => name === localStorage.getItem(STORED)) ?? 'system');

export function setTheme(name: Theme): void {
  localStorage.setItem(STORED, name);
  theme.value = name;
  document.documentElement.dataset.theme = name;
}

document.documentElement.dataset.theme = theme.value;
