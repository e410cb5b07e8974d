import type { Theme } from '@pawtrait/contract/render.ts'

/** Returns the theme chosen on this device, from the document. Browser only. */
export const readShownTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
