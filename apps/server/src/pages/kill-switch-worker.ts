/**
 * Script of a service worker that deletes its caches and unregisters itself. `SERVICE_WORKER_OFF=1` serves it in place
 * of a faulty worker. Browsers check for a new script at each navigation.
 */
export const killSwitchWorker = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(remove())
})
`
