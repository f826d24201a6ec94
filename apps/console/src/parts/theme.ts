import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'orbweaver.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export const theme = signal<Theme>(themes.find((name) => name === localStorage.getItem(STORED)) ?? 'system');

export function setTheme(name: Theme): void {
  localStorage.setItem(STORED, name);
  theme.value = name;
  showTheme();
}

/** Design tokens have one set of values for each theme, so the theme of the system is resolved here. */
function showTheme(): void {
  const ofSystem = prefersDark.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme.value === 'system' ? ofSystem : theme.value;
}

showTheme();
prefersDark.addEventListener('change', showTheme);
