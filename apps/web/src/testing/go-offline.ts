import { onTestFinished, vi } from 'vitest'

/** Simulates a browser without a network. Returns the function that ends the simulation. */
export function goOffline(): () => void {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const goOnline = () => {
    line.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(goOnline)
  return goOnline
}
