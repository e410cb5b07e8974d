import { type Comment, type CommentPage, getComments } from '@pawtrait/contract/comments.ts'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { cacheComments } from '#features/comments/comment-keys.ts'
import { focusLoadedComment } from '#features/comments/scroll-to-comment.ts'
import { readCachedThread } from '#features/comments/thread-cache.ts'
import { cacheThreadPage } from '#features/comments/thread-changes.ts'
import { call } from '#lib/server/call.ts'

/** Number of replies that one press loads. */
export const REPLIES_PAGE_SIZE = 50

type ThreadRoot = Pick<Comment, 'id' | 'postId'>

async function readThreadPage(queries: QueryClient, root: ThreadRoot): Promise<CommentPage> {
  const { after } = readCachedThread(queries, root.postId, root.id)
  const query = { limit: `${REPLIES_PAGE_SIZE}`, thread: root.id, ...(after && { cursor: after }) }
  const page = await call(getComments, { params: { id: root.postId }, query })
  cacheComments(queries, page.comments)
  cacheThreadPage(queries, root, page)
  return page
}

/** Returns functions that load more replies, or all replies, of a top-level comment. */
export function useLoadReplies(root: ThreadRoot) {
  const queries = useQueryClient()
  const mutationKey = ['read-thread', root.id]
  const loadPage = useMutation({
    mutationKey,
    mutationFn: async (all: boolean) => {
      const { comments } = await readThreadPage(queries, root)
      if (comments[0]) focusLoadedComment(comments[0].id)
      if (!all) return
      while (!readCachedThread(queries, root.postId, root.id).isAll) await readThreadPage(queries, root)
    },
  })
  // Reads the state by mutation key, because the button is unmounted and mounted again below the new replies.
  const [last] = useMutationState({ filters: { mutationKey }, select: ({ state }) => state.status }).slice(-1)
  return {
    readMore: () => loadPage.mutate(false),
    readAll: () => loadPage.mutate(true),
    isReading: last === 'pending',
    failed: last === 'error',
  }
}
