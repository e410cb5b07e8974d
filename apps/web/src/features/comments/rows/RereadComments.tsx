import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TalkStart } from '#features/comments/comment-keys.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadFailed } from '#ui/states/LoadFailed.tsx'
import { commentsAround, rereadComments } from './reread-comments.ts'

// When they cannot be read one in ten says so: some of them are on the screen.
const SAYS = 10

type RereadProps = { id: CommentId; root: CommentId; post: PostId; from: TalkStart }

/** Reads a comment again, with those around it: only its place has been kept, or it was read a while ago. */
export function RereadComments({ id, root, post, from }: RereadProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [around] = useState(() => commentsAround(queries, { id, root, post, from }))
  const read = useQuery({
    queryKey: ['reread-comments', post, root === id ? null : root, around[0]],
    queryFn: async () => {
      await rereadComments(queries, post, { thread: root === id ? null : root, ids: around })
      return true
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!read.isError || around.indexOf(id) % SAYS > 0) return null
  return <LoadFailed title={t(phrases.comments.notLoaded)} query={read} />
}
