import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CommentListStart, commentListKey } from '#features/comments/comment-keys.ts'
import type { CommentIdPages } from '#features/comments/comment-lists.ts'
import { cacheMergedThreads, type Threads, threadsKey } from '#features/comments/thread-cache.ts'
import type { ListScrollPosition } from '#shell/navigation/list-scroll-positions.ts'
import { useListScrollRestoration } from '#shell/navigation/use-list-scroll-restoration.ts'
import { RowHeights } from '#ui/lists/row-heights.ts'

type HeldComments = { list: CommentIdPages; threads: Threads }

/** Measured heights of comments, including the buttons below them. */
export const commentHeights = new RowHeights(80)

/** Saves the scroll position in a post's comments when the user leaves the page, and restores it on Back. */
export function useCommentsScrollRestoration(post: PostId, from: CommentListStart) {
  const queries = useQueryClient()
  return useListScrollRestoration<HeldComments>({
    name: `talk ${post} ${from ?? 'start'}`,
    heights: commentHeights,
    heldNow: () => {
      const list = queries.getQueryData<CommentIdPages>(commentListKey(post, from))
      const threads = queries.getQueryData<Threads>(threadsKey(post)) ?? {}
      return list ? { held: { list, threads }, ids: [...listTopLevelIds(list), ...listReplyIds(threads)] } : null
    },
    restore: (place) => restoreComments(queries, { post, from }, place),
  })
}

const listTopLevelIds = ({ pages }: CommentIdPages): CommentId[] => pages.flatMap(({ ids }) => ids)
const listReplyIds = (threads: Threads): CommentId[] =>
  Object.values(threads).flatMap(({ replies }: Threads[CommentId]) => replies.map(({ id }) => id))

type CommentListRef = { post: PostId; from: CommentListStart }

/** Restores the ids of all saved pages if only the first page was refetched. The comments load on scroll. */
function restoreComments(
  queries: QueryClient,
  { post, from }: CommentListRef,
  { held: { list, threads } }: ListScrollPosition<HeldComments>,
) {
  cacheMergedThreads(queries, post, threads)
  const fresh = queries.getQueryData<CommentIdPages>(commentListKey(post, from))
  if (fresh && fresh.pages.length >= list.pages.length) return
  const last = listTopLevelIds(list).at(-1) ?? null
  // The last page always gets a cursor, because newer comments may exist after the end of the saved list.
  const pages = list.pages.map((page, at) =>
    at === list.pages.length - 1 ? { ...page, cursor: page.cursor ?? last } : page,
  )
  queries.setQueryData<CommentIdPages>(commentListKey(post, from), { ...list, pages })
}
