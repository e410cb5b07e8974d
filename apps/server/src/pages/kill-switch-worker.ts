/**
 * Script of a service worker that deletes its caches and unregisters itself. `SERVICE_WORKER_OFF=1` serves it in place
 * of a faulty worker. Browsers check for a new script at each navigation. The script already acts at its installation,
 * because Chromium sometimes activates it only minutes later; and again at its activation, because until then the old
 * worker may store files. The installation does not wait for `unregister`, which waits for the end of the installation.
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
