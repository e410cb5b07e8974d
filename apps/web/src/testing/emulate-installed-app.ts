import { vi } from 'vitest'
import { onCleanUp } from './render.tsx'

/** Emulates an installed app until the end of the test. */
export function emulateInstalledApp() {
  const { matchMedia } = window
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => matchMedia.call(window, query.includes('standalone') ? 'all' : query))
  onCleanUp(() => spy.mockRestore())
}
