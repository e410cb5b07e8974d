import type { Post } from '@pawtrait/contract/posts.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { postKey } from '#features/posts/post-cache.ts'
import { deleteOfflineData, dropStoredPages, writeStoredPages } from '#lib/offline/offline-database.ts'
import { hasSessionEnded, SESSION_ENDED_EVENT } from '#lib/server/page-viewer.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { deviceNow } from '#lib/time/server-clock.ts'
import { collectContent, listPostIdsToStore } from './collect-content.ts'
import { storePhotos } from './store-photos.ts'

// Delay in ms from the first change to the write, so that one write covers several changes. A page that becomes hidden
// stores its content at once.
const STORE_MS = 1000
const PHOTOS_MS = 5000

const storedNames = new Set([
  ...['viewer', 'user-pets', 'unread', 'feed', 'story-row', 'birthdays', 'notifications', 'profile', 'user-posts'],
  ...['post', 'newest-comments', 'comment'],
])

// Keys of mutations that remove content from the viewer's pages.
const removingMutations = new Set(['block', 'hide', 'mute', 'species-filter', 'delete-posts', 'archive-posts'])

const mustStop = () => hasStoppedStoringUserData() || hasSessionEnded()

const removesContent = ({ type, mutation }: MutationCacheNotifyEvent) =>
  type === 'updated' &&
  mutation.state.status === 'success' &&
  removingMutations.has(String(mutation.options.mutationKey?.[0]))

const changesContent = (event: QueryCacheNotifyEvent) =>
  event.type === 'updated' && event.action.type === 'success' && storedNames.has(String(event.query.queryKey[0]))

/**
 * Stores the content of the main pages on this device after each change, so that the app can start offline.
 * With `photos`, also stores the photos of that content.
 */
export function startStoringContent(
  queries: QueryClient,
  viewer: Pick<Viewer, 'id' | 'username'>,
  { photos = true } = {},
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let photosTimer: ReturnType<typeof setTimeout> | undefined
  const storeNow = async () => {
    clearTimeout(timer)
    timer = undefined
    if (mustStop()) return
    const isStored = await writeStoredPages(viewer.id, collectContent(queries, viewer), mustStop)
    if (isStored && photos) photosTimer ??= setTimeout(() => void storePhotosNow(), PHOTOS_MS)
  }
  const storePhotosNow = async () => {
    photosTimer = undefined
    if (mustStop()) return
    const posts = listPostIdsToStore(queries, viewer.id).flatMap(
      (id) => queries.getQueryData<Post | null>(postKey(id)) ?? [],
    )
    await storePhotos(posts).catch(() => {}) // Storing photos fails if the disk is full.
  }
  const store = () => void storeNow().catch(() => {}) // The browser may refuse to store data.
  const storeSoon = () => (timer ??= setTimeout(store, STORE_MS))
  queries.getQueryCache().subscribe((event) => changesContent(event) && storeSoon())
  queries.getMutationCache().subscribe((event) => {
    if (removesContent(event)) void dropStoredPages(deviceNow()).catch(() => {})
  })
  document.addEventListener('visibilitychange', () => document.hidden && timer !== undefined && store())
  const deleteStored = () => {
    clearTimeout(timer)
    clearTimeout(photosTimer)
    deleteOfflineData().catch(() => {}) // The deletion fails if the browser has no storage.
  }
  window.addEventListener(SESSION_ENDED_EVENT, deleteStored)
  if (hasSessionEnded()) return deleteStored()
  storeSoon()
}
