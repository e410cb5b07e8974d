import type { Theme } from '@pawtrait/contract/render.ts'
import { useIsBrowser } from '#lib/time/use-now.ts'

function readShownTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Returns the theme chosen on this device, from the document; null on the server and during hydration. */
export const useShownTheme = (): Theme | null => (useIsBrowser() ? readShownTheme() : null)
