import type { Comment } from '@pawtrait/contract/comments.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useMutationState } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { type ReplyTarget, useReplyTarget } from '#features/comments/use-reply-target.ts'
import { useLike } from '#features/likes/use-like.ts'
import { postMutationKey } from '#features/posts/post-cache.ts'
import { useSavePost } from '#features/saves/use-save-post.ts'
import { focusWithCaretAtEnd } from '#lib/focus/focus-with-caret-at-end.ts'
import { useOutboxItems } from '#lib/outbox/outbox-store.ts'
import { QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'

/** Actions of the viewer on a post. For a visitor, each action opens the log-in page instead. */
export type PostActions = {
  like: (liked: boolean) => void
  /** Calls `onSaved` once the server has accepted the change, or once the change waits in the outbox. */
  save: (saved: boolean, onSaved?: (isQueued: boolean) => void) => void
  /** Focuses the comment field. */
  focusCommentField: () => void
  replyTo: ReplyTarget | null
  reply: ((comment: Comment) => void) | undefined
  stopReply: () => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Action that failed. `like` if both the like and the save failed. */
  failed: 'like' | 'save' | null
  /** True while an action waits for the network. */
  waits: boolean
}

export function usePostActions(post: Pick<Post, 'id' | 'mayReply'>): PostActions {
  const gate = useVisitorGate()
  const like = useLike(post)
  const save = useSavePost(post)
  const isOnline = useIsOnline()
  // Reads the mutation cache, which also contains actions that the viewer started on an earlier visit to this post.
  const waiting = useMutationState({
    filters: { mutationKey: postMutationKey(post.id), predicate: ({ state }) => state.isPaused },
    select: () => true,
  })
  const isQueued = useOutboxItems().some(
    ({ thing, isState, refused }) => isState && !refused && thing === `post:${post.id}`,
  )
  const field = useRef<HTMLTextAreaElement>(null)
  const { replyTo, answer, stopReply } = useReplyTarget(post.id)
  const focusCommentField = () => focusWithCaretAtEnd(field.current)
  const reply = (comment: Comment) => {
    answer(comment)
    focusCommentField()
  }
  return {
    like: gate ?? ((liked) => like.set(liked)),
    save:
      gate ??
      ((saved, onSaved) => save.set(saved, onSaved && { onSuccess: (answer) => onSaved(answer === QUEUED_CALL) })),
    focusCommentField: gate ?? focusCommentField,
    replyTo,
    reply: gate || !post.mayReply ? undefined : reply,
    stopReply,
    field,
    waits: !isOnline && (isQueued || waiting.length > 0),
    failed: like.error ? 'like' : save.error ? 'save' : null,
  }
}
