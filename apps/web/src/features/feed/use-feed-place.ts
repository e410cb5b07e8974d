import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { postKey } from '#features/posts/post-cache.ts'
import type { ListPlace } from '#shell/navigation/list-places.ts'
import { useListPlace } from '#shell/navigation/use-list-place.ts'
import { RowHeights } from '#ui/lists/row-heights.ts'
import { arrivedKey, type FeedData, feedKey } from './feed-cache.ts'

/** How high the posts of the feed are. */
export const feedHeights = new RowHeights(720)

/** Where the feed begins when one comes back to it, and the way to keep where it is left. Its posts are read again. */
export function useFeedPlace() {
  const queries = useQueryClient()
  return useListPlace<FeedData>({
    name: 'feed',
    heights: feedHeights,
    heldNow: () => {
      const held = queries.getQueryData<FeedData>(feedKey)
      return held ? { held, ids: held.pages.flatMap(({ ids }) => ids) } : null
    },
    restore: (place) => restoreFeed(queries, place),
  })
}

/**
 * Puts the feed back as it was left where its beginning alone has been loaded again. What is newer waits behind the
 * pill: nothing moves under the reader.
 */
function restoreFeed(queries: QueryClient, { anchor, held }: ListPlace<FeedData>) {
  const fresh = queries.getQueryData<FeedData>(feedKey)
  const has = (data: FeedData, id: string) => data.pages.some(({ ids }) => ids.some((each) => each === id))
  if (fresh && has(fresh, anchor.id)) return
  const [top = ''] = held.pages[0]?.ids ?? []
  const limit = fresh?.pages.at(-1)?.limit
  const pages = limit ? held.pages.map((page) => ({ ...page, limit })) : held.pages
  queries.setQueryData<FeedData>(feedKey, { ...held, pages })
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
