import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'svc.theme'
const changed = new EventTarget()

const readTheme = (): Theme => themes.find((one) => one === localStorage.getItem(key)) ?? 'system'

/** Stored in this browser; `public/theme.js` applies it before the first paint. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  apply()
}

function apply(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  changed.dispatchEvent(new Event('change'))
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme)

function subscribe(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  // Changes in other tabs.
  window.addEventListener('storage', apply)
  return () => {
    changed.removeEventListener('change', onChange)
    window.removeEventListener('storage', apply)
  }
}
