import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readUnsentText } from '#lib/forms/unsent-text.ts'
import { useUnsentText } from '#lib/forms/use-unsent-text.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { commentKey } from './comment-keys.ts'

export type CommentInput = { text: string; parentId: CommentId | null }

export type ReplyTarget = { id: CommentId; name: string; isGone: boolean }

const getTextKey = (post: PostId) => `comment:${post}`
const getReplyTargetKey = (post: PostId) => `reply-to:${post}`

/** Returns the unsent text of a post's comment field. It survives page changes and reloads. */
export const useUnsentComment = (post: PostId) => useUnsentText(getTextKey(post))

/** Returns a function that clears the sent text and its reply target, unless the user has changed the text since. */
export function useClearSentComment(post: PostId): (sent: CommentInput) => void {
  const [, write] = useUnsentComment(post)
  const [, answer] = useUnsentText(getReplyTargetKey(post))
  return ({ text, parentId }) => {
    if (readUnsentText(getTextKey(post)).trim() !== text) return
    write('')
    const [storedTarget] = readUnsentText(getReplyTargetKey(post)).split(' ')
    if (storedTarget === (parentId ?? '')) answer('')
  }
}

/** Returns the comment to which the unsent text replies. Stored on the device together with the text. */
export function useReplyTarget(post: PostId) {
  const [stored, store] = useUnsentText(getReplyTargetKey(post))
  const [id = '', name = ''] = stored.split(' ')
  const { data: comment } = useQuery(replyTargetQuery(id as CommentId))
  const clearIfEmpty = useEffectEvent(() => {
    if (readUnsentText(getReplyTargetKey(post)) && !readUnsentText(getTextKey(post))) store('')
  })
  // Forgets the reply target if the user pressed Reply on an earlier visit, but typed no text.
  useEffect(() => clearIfEmpty(), [])
  const isGone = comment === null || (comment !== undefined && comment.gone !== null)
  const replyTo: ReplyTarget | null = stored ? { id: id as CommentId, name, isGone } : null
  return {
    replyTo,
    answer: ({ id, author }: Comment) => store(`${id} ${author?.username ?? ''}`),
    stopReply: () => store(''),
  }
}

const importModule = () => import('./fetch-reply-target.ts')

/** Query for the comment that a reply answers. Fetches it if no list has loaded it, for example after a reload. */
const replyTargetQuery = (id: CommentId) =>
  queryOptions<Comment | null>({
    queryKey: commentKey(id),
    queryFn: async () => (await loadChunk(importModule)).fetchReplyTarget(id),
    enabled: id !== '',
    staleTime: Infinity,
  })
