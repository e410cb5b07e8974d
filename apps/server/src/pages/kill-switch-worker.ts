/**
 * Script of a service worker that deletes its caches and unregisters itself. `SERVICE_WORKER_OFF=1` serves it instead
 * of a faulty worker. Browsers check for a new script at each navigation. The script deletes the caches at `install`,
 * because Chromium sometimes sends `activate` only minutes later. It deletes them again at `activate`, because the old
 * worker may store files until then. `install` does not wait for `unregister`, because `unregister` waits for the end
 * of `install`.
 */
export const killSwitchWorker = `
const deleteCaches = async () => {
  for (const name of await caches.keys()) await caches.delete(name)
}
self.addEventListener('install', (event) => {
  self.skipWaiting()
  self.registration.unregister()
  event.waitUntil(deleteCaches())
})
self.addEventListener('activate', (event) => event.waitUntil(deleteCaches()))
`
