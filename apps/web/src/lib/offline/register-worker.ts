import { SERVICE_WORKER_PATH, type ServiceWorkerMessage } from '@pawtrait/contract/service-worker.ts'
import { shouldSaveData } from '#lib/data-saver.ts'
import { createTrustedScriptUrl } from '#lib/trusted-script-url.ts'
import { watchWorkerUpdates } from './watch-worker-updates.ts'

const send = (worker: ServiceWorker | null, message: ServiceWorkerMessage) => worker?.postMessage(message)

let registration: Promise<ServiceWorkerRegistration> | undefined

/**
 * Registers the service worker once per page. The worker then stores the files of the main pages. It does not store
 * them if the app or the browser is set to use less data.
 * @throws TypeError or DOMException if the browser refuses the registration
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || registration) return void (await registration)
  registration = navigator.serviceWorker.register(createTrustedScriptUrl(SERVICE_WORKER_PATH))
  registration.catch(() => (registration = undefined))
  watchWorkerUpdates(await registration)
  const { active } = await navigator.serviceWorker.ready
  if (!shouldSaveData()) send(active, { type: 'precache' })
}
