import type { Theme } from '@pawtrait/contract/render.ts'
import { useHasHydrated } from '#lib/time/use-now.ts'

function readChosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Returns the theme chosen on this device, read from the document. Null on the server and during hydration. */
export const useChosenTheme = (): Theme | null => (useHasHydrated() ? readChosenTheme() : null)
