import type { Theme } from '@pawtrait/contract/render.ts'

/** What is chosen on this device, as the document shows it. Not on the server. */
export const shownTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
