import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommentListStart } from '#features/comments/comment-keys.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { refetchComments, selectAdjacentComments } from './refetch-comments.ts'

// Shows a loading error on every tenth row only. This is enough to have one near the viewport.
const ERROR_EVERY_ROWS = 10

type RefetchProps = { id: CommentId; root: CommentId; post: PostId; from: CommentListStart }

/** Refetches a stale or missing comment together with adjacent comments. */
export function RefetchComments({ id, root, post, from }: RefetchProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [adjacentIds] = useState(() => selectAdjacentComments(queries, { id, root, post, from }))
  const refetchQuery = useQuery({
    queryKey: ['reread-comments', post, root === id ? null : root, adjacentIds[0]],
    queryFn: async () => {
      await refetchComments(queries, post, { thread: root === id ? null : root, ids: adjacentIds })
      return true
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!refetchQuery.isError || adjacentIds.indexOf(id) % ERROR_EVERY_ROWS > 0) return null
  return <LoadErrorMessage title={t(phrases.comments.loadFailed)} query={refetchQuery} />
}
