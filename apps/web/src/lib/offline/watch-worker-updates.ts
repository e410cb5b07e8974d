import type { ServiceWorkerMessage } from '@pawtrait/contract/service-worker.ts'
import { deviceNow } from '#lib/time/server-clock.ts'
import { announceNewVersion } from './new-version.ts'

// Time limit in ms for the activation of a worker. An activation takes milliseconds, unless the new worker is broken or
// the old worker is sending data.
const ACTIVATION_MS = 10_000
const CHECK_MS = 60 * 60_000

/**
 * Activates the waiting service worker, then reloads the page once. If the worker does not activate in time,
 * unregisters it, so that the reload comes from the network. Otherwise each reload would offer the same version again.
 */
async function update(registration: ServiceWorkerRegistration) {
  const { waiting } = registration
  // Another tab has already activated the worker.
  if (!waiting) return window.location.reload()
  const activation = new Promise<boolean>((resolve) => {
    waiting.addEventListener('statechange', () => waiting.state === 'activated' && resolve(true))
    setTimeout(() => resolve(false), ACTIVATION_MS)
  })
  waiting.postMessage({ type: 'activate' } satisfies ServiceWorkerMessage)
  if (!(await activation) && registration.waiting === waiting) await registration.unregister()
  window.location.reload()
}

/**
 * Offers an installed new version of the worker to the user. Checks for new versions when the page becomes visible, at
 * most once an hour.
 */
export function watchWorkerUpdates(registration: ServiceWorkerRegistration): void {
  let pendingUpdate: Promise<void> | undefined
  const offerUpdate = () => announceNewVersion(() => (pendingUpdate ??= update(registration)))
  const watchInstallation = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && registration.active && offerUpdate())
  if (registration.waiting && registration.active) offerUpdate()
  watchInstallation(registration.installing)
  registration.addEventListener('updatefound', () => watchInstallation(registration.installing))
  let checkedAt = deviceNow()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || deviceNow() - checkedAt < CHECK_MS) return
    checkedAt = deviceNow()
    registration.update().catch(() => {}) // Without a network, the next check finds the update.
  })
}
