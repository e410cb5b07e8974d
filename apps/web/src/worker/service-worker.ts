import { APP_SHELL_PATH, type ServiceWorkerMessage, SHARE_PATH } from '@pawtrait/contract/service-worker.ts'
import { OUTBOX_SYNC_TAG, sendOutbox } from '#lib/outbox/send-outbox.ts'
import { deleteOldFiles, fetchBuiltFile, hasOldFiles, precacheFiles } from './built-files.ts'
import { handleNavigationRequest } from './handle-navigation-request.ts'
import { handlePhotoRequest, isPhotoRequest } from './handle-photo-request.ts'
import { listenForPush } from './push-events.ts'
import { receiveShare } from './receive-share.ts'

declare const self: ServiceWorkerGlobalScope

// Type of the `sync` event, which TypeScript's library lacks.
type SyncEvent = ExtendableEvent & { tag: string }

function rejectIfWaiting(hasUnsent: boolean) {
  if (hasUnsent) throw new Error('The outbox could not be sent.')
}

// This listener does not call `skipWaiting`. A new version activates when the user agrees, or when all pages are
// closed.
self.addEventListener('install', (event) => {
  event.waitUntil(hasOldFiles().then((hasOld) => (hasOld ? precacheFiles() : undefined)))
})

// Claims open pages, so that the page that registered the worker can load stored files without a network.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldFiles(), self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

// Claims again at `precache`, which a page sends 10 s after its start. For example, no worker controls a page that was
// reloaded with Shift.
self.addEventListener('message', (event) => {
  const { type } = event.data as ServiceWorkerMessage
  event.waitUntil(type === 'activate' ? self.skipWaiting() : Promise.all([precacheFiles(), self.clients.claim()]))
})

// Background Sync runs even without an open page. After a rejection the browser retries later.
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === OUTBOX_SYNC_TAG) sync.waitUntil(sendOutbox().then(rejectIfWaiting))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(receiveShare(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (pathname !== APP_SHELL_PATH) event.respondWith(handleNavigationRequest(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(fetchBuiltFile(event))
  else if (isPhotoRequest(request)) event.respondWith(handlePhotoRequest(request))
})

listenForPush(self)
