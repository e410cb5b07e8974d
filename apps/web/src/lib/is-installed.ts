import { useHasHydrated } from './time/use-now.ts'

/** Returns whether the page runs as an installed app. Works only in the browser. iPhones set `navigator.standalone`. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Returns whether the page runs as an installed app. False on the server and during hydration. */
export const useIsInstalled = (): boolean => useHasHydrated() && isInstalled()
