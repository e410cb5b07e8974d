import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { postKey } from '#features/posts/post-cache.ts'
import type { ListScrollPosition } from '#shell/navigation/list-scroll-positions.ts'
import { useListScrollRestoration } from '#shell/navigation/use-list-scroll-restoration.ts'
import { RowHeights } from '#ui/lists/row-heights.ts'
import { type FeedPages, feedKey, newPostsKey } from './feed-cache.ts'

export const feedRowHeights = new RowHeights(720)

/** Saves the scroll position when the user leaves the feed, and restores it on Back. */
export function useFeedScrollRestoration() {
  const queries = useQueryClient()
  return useListScrollRestoration<FeedPages>({
    name: 'feed',
    heights: feedRowHeights,
    heldNow: () => {
      const held = queries.getQueryData<FeedPages>(feedKey)
      return held ? { held, ids: held.pages.flatMap(({ ids }) => ids) } : null
    },
    restore: (place) => restoreFeed(queries, place),
  })
}

/**
 * Restores the pages that were loaded when the user left. Does nothing if the refetched feed contains the post at the
 * scroll position. Newer posts appear only after a press on "new posts", so that no post moves while the user reads.
 */
function restoreFeed(queries: QueryClient, { anchor, held }: ListScrollPosition<FeedPages>) {
  const fresh = queries.getQueryData<FeedPages>(feedKey)
  const containsPost = (data: FeedPages, id: string) => data.pages.some(({ ids }) => ids.some((each) => each === id))
  if (fresh && containsPost(fresh, anchor.id)) return
  const [top = ''] = held.pages[0]?.ids ?? []
  const limit = fresh?.pages.at(-1)?.limit
  const pages = limit ? held.pages.map((page) => ({ ...page, limit })) : held.pages
  queries.setQueryData<FeedPages>(feedKey, { ...held, pages })
  const newer = fresh?.pages.flatMap(({ ids }) => ids).filter((id) => id > top) ?? []
  queries.setQueryData(
    newPostsKey,
    newer.flatMap((postId) => toNewPostMessages(queries, postId)),
  )
}

function toNewPostMessages(queries: QueryClient, postId: PostId) {
  const author = queries.getQueryData<Post | null>(postKey(postId))?.author
  return author
    ? [{ postId, authorId: author.id, username: author.username, fullname: author.fullname, image: author.image }]
    : []
}
