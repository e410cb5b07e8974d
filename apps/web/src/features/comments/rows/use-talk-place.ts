import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { listKey, type TalkStart } from '#features/comments/comment-keys.ts'
import type { CommentIdLists } from '#features/comments/comment-lists.ts'
import { mergeThreads, type Threads, threadsKey } from '#features/comments/thread-cache.ts'
import type { ListPlace } from '#shell/navigation/list-places.ts'
import { useListPlace } from '#shell/navigation/use-list-place.ts'
import { RowHeights } from '#ui/lists/row-heights.ts'

type HeldTalk = { list: CommentIdLists; threads: Threads }

/** How high comments are, with the buttons below them. */
export const commentHeights = new RowHeights(80)

/** Where the comments of a post begin when one comes back to them, and the way to keep where they are left. */
export function useTalkPlace(post: PostId, from: TalkStart) {
  const queries = useQueryClient()
  return useListPlace<HeldTalk>({
    name: `talk ${post} ${from ?? 'start'}`,
    heights: commentHeights,
    heldNow: () => {
      const list = queries.getQueryData<CommentIdLists>(listKey(post, from))
      const threads = queries.getQueryData<Threads>(threadsKey(post)) ?? {}
      return list ? { held: { list, threads }, ids: [...topsOf(list), ...repliesOf(threads)] } : null
    },
    restore: (place) => restoreTalk(queries, { post, from }, place),
  })
}

const topsOf = ({ pages }: CommentIdLists): CommentId[] => pages.flatMap(({ ids }) => ids)
const repliesOf = (threads: Threads): CommentId[] =>
  Object.values(threads).flatMap(({ replies }: Threads[CommentId]) => replies.map(({ id }) => id))

type Talk = { post: PostId; from: TalkStart }

/** Puts the list back as it was left where its beginning alone has been read again; the rest is as one comes near. */
function restoreTalk(queries: QueryClient, { post, from }: Talk, { held: { list, threads } }: ListPlace<HeldTalk>) {
  mergeThreads(queries, post, threads)
  const fresh = queries.getQueryData<CommentIdLists>(listKey(post, from))
  if (fresh && fresh.pages.length >= list.pages.length) return
  const last = topsOf(list).at(-1) ?? null
  // What was said since comes after the last.
  const pages = list.pages.map((page, at) =>
    at === list.pages.length - 1 ? { ...page, cursor: page.cursor ?? last } : page,
  )
  queries.setQueryData<CommentIdLists>(listKey(post, from), { ...list, pages })
}
