import type { Viewer } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readDeviceDrafts } from '#features/drafts/device-drafts.ts'
import { prependPost } from '#features/feed/feed-cache.ts'
import { countVisit } from '#features/install/install-offer.ts'
import { notificationsQuery } from '#features/notifications/notification-cache.ts'
import { refreshPostLists, userPostsQuery } from '#features/posts/post-lists.ts'
import { profileQuery } from '#features/profiles/profile-cache.ts'
import { shouldSaveData } from '#lib/data-saver.ts'
import { readStoredPages, type StoredAppSection } from '#lib/offline/offline-database.ts'
import { registerWorker } from '#lib/offline/register-worker.ts'
import { startOutbox } from '#lib/outbox/outbox.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { deviceNow } from '#lib/time/server-clock.ts'
import { loadOutboxLists } from '#shell/outbox/lazy-outbox.ts'
import { applyActionResponse, revertOptimisticUpdate } from './apply-outbox-results.ts'
import { startStoringContent } from './store-content.ts'

// Delay in ms from the start of background work to the registration of the service worker. The registration is 10 s
// after the start of the app. By then the page has loaded, even on a slow network.
const REGISTER_MS = 7000

// The viewer's own pages are not loaded again within this time (in ms) after they were stored.
const FRESH_MS = 60 * 60_000

/**
 * Loads the viewer's profile, posts and notifications, to store them on this device. The daily feed limit does not
 * count these posts.
 */
async function loadOwnPages(queries: QueryClient, { id, username }: Viewer) {
  const stored = await readStoredPages(id)
  const isFresh = (part: StoredAppSection) =>
    stored.some((page) => page.part === part && deviceNow() - page.at < FRESH_MS)
  if (!isFresh('profile')) {
    await queries.prefetchQuery(profileQuery(username))
    await queries.prefetchInfiniteQuery(userPostsQuery(id))
  }
  if (!isFresh('notifications')) await queries.prefetchInfiniteQuery(notificationsQuery('all'))
}

/** If the user has allowed notifications, loads the push code and renews the push subscription of this browser. */
async function renewPush(queries: QueryClient) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const { renewPushSubscription } = await loadChunk(() => import('#features/push/renew-push-subscription.ts'))
  await renewPushSubscription(queries)
}

/**
 * Sends posts that were still queued when the last page was closed. Loads the code for sending only if a draft is
 * queued.
 */
async function sendPosts(queries: QueryClient, { id }: Viewer) {
  if (!(await readDeviceDrafts(id)).some(({ isQueued }) => isQueued)) return
  const { sendQueuedDrafts } = await loadChunk(() => import('#features/drafts/send-queued-drafts.ts'))
  await sendQueuedDrafts(id, (post) => {
    prependPost(queries, post)
    void refreshPostLists(queries)
  })
}

/** Sends queued posts. If the code for sending did not load, tries again once the browser is online. */
function startSendingPosts(queries: QueryClient, viewer: Viewer) {
  sendPosts(queries, viewer).catch(() =>
    window.addEventListener('online', () => startSendingPosts(queries, viewer), { once: true }),
  )
}

/**
 * Starts background work; called 3 s after the start of the app. Stores the content of the main pages, sends queued
 * posts and other actions, and renews the push subscription. After 7 s, registers the service worker. Then also loads
 * the viewer's own pages, unless the browser saves data.
 */
export function startBackgroundWork(queries: QueryClient, viewer: Viewer): void {
  const savesData = shouldSaveData()
  startStoringContent(queries, viewer, { photos: !savesData })
  loadOutboxLists().catch(() => {}) // On failure, the lists load when they are first shown.
  startOutbox(
    (item, answer) => applyActionResponse(queries, item, answer),
    (item) => revertOptimisticUpdate(queries, item),
  )
  countVisit()
  renewPush(queries).catch(() => {}) // On failure, the next start of the app retries.
  startSendingPosts(queries, viewer)
  setTimeout(() => {
    registerWorker().catch(() => {}) // The browser may refuse to register the service worker.
    if (!savesData) void loadOwnPages(queries, viewer)
  }, REGISTER_MS)
}
