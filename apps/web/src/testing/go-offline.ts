import { onTestFinished, vi } from 'vitest'

/** Simulates a browser without a network. Returns the function that ends the simulation. */
export function goOffline(): () => void {
  const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const goOnline = () => {
    onLineSpy.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(goOnline)
  return goOnline
}
