import type { Theme } from '@pawtrait/contract/render.ts'

/** Returns this device's theme from the document. Browser only. */
export const shownTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
