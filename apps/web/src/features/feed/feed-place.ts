import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { postKey } from '#features/posts/post-cache.ts'
import { pageViewer } from '#lib/page-viewer.ts'
import { hasStoppedStoring } from '#lib/stop-storing.ts'
import { currentTime } from '#lib/time.ts'
import type { Anchor } from '#ui/list-window.ts'
import { type KeptHeights, RowHeights } from '#ui/row-heights.ts'
import { arrivedKey, type FeedData, feedKey } from './feed-cache.ts'

const KEPT_AS = 'pawtrait.feed'
const KEPT_MS = 30 * 60_000 // as long as lists keep their place in the cache (lib/queries.ts)

/** The feed as one left it last: in which entry of the history, where, and what it held. Its posts are read again. */
type Place = {
  entry: string
  viewer: string | null
  at: number
  anchor: Anchor
  feed: FeedData
  heights: KeptHeights
}

/** How high the posts of the feed are. */
export const feedHeights = new RowHeights()

function read(): Place | null {
  try {
    // Nobody else writes it.
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null') as Place | null
  } catch {
    return null
  }
}

/** Where the feed was left in this entry of the history, by this user; null: at its top, or nowhere. */
export function feedPlace(entry: string): Place | null {
  const place = import.meta.env.SSR ? null : read()
  const isTheirs = place?.entry === entry && place.viewer === (pageViewer() ?? null)
  if (!place || !isTheirs || currentTime() - place.at > KEPT_MS) return null
  feedHeights.restore(place.heights)
  return place
}

/** Keeps where the feed is left, for Back and for a reload of the page. */
export function keepFeedPlace(queries: QueryClient, entry: string, anchor: Anchor | null) {
  const feed = queries.getQueryData<FeedData>(feedKey)
  if (hasStoppedStoring()) return
  try {
    if (!feed || !anchor) return sessionStorage.removeItem(KEPT_AS)
    const heights = feedHeights.kept(feed.pages.flatMap(({ ids }) => ids))
    const place: Place = { entry, viewer: pageViewer() ?? null, at: currentTime(), anchor, feed, heights }
    sessionStorage.setItem(KEPT_AS, JSON.stringify(place))
  } catch {
    // Without storage a reload begins at the top, and Back where the same number of pixels are above.
  }
}

/**
 * Puts the feed back as it was left where its beginning alone has been loaded again. What is newer waits behind the
 * pill: nothing moves under the reader.
 */
export function restoreFeed(queries: QueryClient, { anchor, feed }: Place) {
  const fresh = queries.getQueryData<FeedData>(feedKey)
  const has = (data: FeedData, id: string) => data.pages.some(({ ids }) => ids.some((each) => each === id))
  if (fresh && has(fresh, anchor.id)) return
  const [top = ''] = feed.pages[0]?.ids ?? []
  const limit = fresh?.pages.at(-1)?.limit
  const pages = limit ? feed.pages.map((page) => ({ ...page, limit })) : feed.pages
  queries.setQueryData<FeedData>(feedKey, { ...feed, pages })
  const newer = fresh?.pages.flatMap(({ ids }) => ids).filter((id) => id > top) ?? []
  queries.setQueryData(
    arrivedKey,
    newer.flatMap((postId) => arrivedOf(queries, postId)),
  )
}

function arrivedOf(queries: QueryClient, postId: PostId) {
  const author = queries.getQueryData<Post | null>(postKey(postId))?.author
  return author ? [{ postId, authorId: author.id, username: author.username, image: author.image }] : []
}
