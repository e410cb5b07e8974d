import { onTestFinished, vi } from 'vitest'

/** Takes the network away from the page, as far as it can tell; gives the way to bring it back. */
export function goOffline(): () => void {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const comeBack = () => {
    line.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(comeBack)
  return comeBack
}
