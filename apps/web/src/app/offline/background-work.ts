import type { Viewer } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readDeviceDrafts } from '#features/drafts/device-drafts.ts'
import { prependPost } from '#features/feed/feed-cache.ts'
import { countVisit } from '#features/install/install-offer.ts'
import { notificationsQuery } from '#features/notifications/notification-cache.ts'
import { refreshPostLists, userPostsQuery } from '#features/posts/post-lists.ts'
import { profileQuery } from '#features/profiles/profile-cache.ts'
import { savesData } from '#lib/data-saver.ts'
import { readStoredPages, type StoredPart } from '#lib/offline/offline-database.ts'
import { registerWorker } from '#lib/offline/register-worker.ts'
import { startOutbox } from '#lib/outbox/outbox.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { deviceNow } from '#lib/time/server-clock.ts'
import { loadOutboxLists } from '#shell/outbox/lazy-outbox.ts'
import { applySentAction, undoDroppedAction } from './apply-outbox-results.ts'
import { startStoringContent } from './store-content.ts'

// Delay from the start of background work to the registration of the service worker: 10 s after the app's start. By
// then the page has loaded, even on a slow network.
const REGISTER_MS = 7000

// The viewer's own pages are not loaded again if they were stored within this time.
const FRESH_MS = 60 * 60_000

/** Loads the viewer's profile, posts and notifications to be stored. They do not count for the daily allowance. */
async function loadOwnPages(queries: QueryClient, { id, username }: Viewer) {
  const stored = await readStoredPages(id)
  const isFresh = (part: StoredPart) => stored.some((page) => page.part === part && deviceNow() - page.at < FRESH_MS)
  if (!isFresh('profile')) {
    await queries.prefetchQuery(profileQuery(username))
    await queries.prefetchInfiniteQuery(userPostsQuery(id))
  }
  if (!isFresh('notifications')) await queries.prefetchInfiniteQuery(notificationsQuery('all'))
}

/** Compares this browser's push subscription with the server's, if the user has allowed notifications. */
async function renewPush(queries: QueryClient) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const { renewPushSubscription } = await loadChunk(() => import('#features/push/renew-push-subscription.ts'))
  await renewPushSubscription(queries)
}

/** Sends posts that waited when the last page was closed. Loads the code for it only if a draft is queued. */
async function sendPosts(queries: QueryClient, { id }: Viewer) {
  if (!(await readDeviceDrafts(id)).some(({ isQueued }) => isQueued)) return
  const { sendQueuedDrafts } = await loadChunk(() => import('#features/drafts/send-queued-drafts.ts'))
  await sendQueuedDrafts(id, (post) => {
    prependPost(queries, post)
    void refreshPostLists(queries)
  })
}

/** Sends queued posts. Tries again once online if the code for it did not load. */
function startSendingPosts(queries: QueryClient, viewer: Viewer) {
  sendPosts(queries, viewer).catch(() =>
    window.addEventListener('online', () => startSendingPosts(queries, viewer), { once: true }),
  )
}

/**
 * Starts background work, 3 s after the start of the app. Stores the content of the main pages, sends queued posts and
 * other actions, and renews the push subscription. At 10 s it registers the service worker.
 */
export function startBackgroundWork(queries: QueryClient, viewer: Viewer): void {
  const isFrugal = savesData()
  startStoringContent(queries, viewer, { photos: !isFrugal })
  loadOutboxLists().catch(() => {}) // after a failure the lists load when first shown
  startOutbox(
    (item, answer) => applySentAction(queries, item, answer),
    (item) => undoDroppedAction(queries, item),
  )
  countVisit()
  renewPush(queries).catch(() => {}) // after a failure the next start of the app retries
  startSendingPosts(queries, viewer)
  setTimeout(() => {
    registerWorker().catch(() => {}) // the browser may refuse the service worker
    if (!isFrugal) void loadOwnPages(queries, viewer)
  }, REGISTER_MS)
}
