import type { Comment } from '@pawtrait/contract/comments.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { type RefObject, useRef, useState } from 'react'
import { useLike } from '#features/likes/use-like.ts'
import { useSave } from '#features/saves/use-save.ts'
import { focusAtEnd } from '#lib/focus-at-end.ts'
import { useVisitorGate } from './use-visitor-gate.ts'

/** What the viewer does under a post. A visitor is led to log in instead. */
export type PostTalk = {
  like: (liked: boolean) => void
  /** `onSaved`: the server has it. */
  save: (saved: boolean, onSaved?: () => void) => void
  /** Goes to the comment field. */
  speak: () => void
  /** The comment that is being answered. */
  replyTo: Comment | null
  reply: ((comment: Comment) => void) | undefined
  stopReply: () => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Which of them the server refused last. */
  failed: 'like' | 'save' | null
}

export function usePostTalk(post: Pick<Post, 'id' | 'mayReply'>): PostTalk {
  const gate = useVisitorGate()
  const like = useLike(post)
  const save = useSave(post)
  const field = useRef<HTMLTextAreaElement>(null)
  const [replyTo, setReplyTo] = useState<Comment | null>(null)
  const speak = () => focusAtEnd(field.current)
  const reply = (comment: Comment) => {
    setReplyTo(comment)
    speak()
  }
  return {
    like: gate ?? ((liked) => like.set(liked)),
    save: gate ?? ((saved, onSuccess) => save.set(saved, onSuccess && { onSuccess })),
    speak: gate ?? speak,
    replyTo,
    reply: gate || !post.mayReply ? undefined : reply,
    stopReply: () => setReplyTo(null),
    field,
    failed: like.error ? 'like' : save.error ? 'save' : null,
  }
}
