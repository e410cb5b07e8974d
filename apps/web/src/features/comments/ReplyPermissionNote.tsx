import type { Post } from '@pawtrait/contract/posts.ts'
import people from '@phosphor-icons/core/regular/users-three.svg?path'
import { skipToken, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FollowState, type FollowTarget, followKey, followMutationKey } from '#features/follows/follow-cache.ts'
import { postQuery } from '#features/posts/post-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './CommentForm.module.css'

/** Note that says who may reply. Replaces the comment field if the viewer may not. Hidden if everyone may reply. */
export function ReplyPermissionNote({ post, isAuthor }: { post: Post; isAuthor: boolean }) {
  const t = useTranslate()
  useRightAfterFollow(post, isAuthor)
  const { replies, mayReply, author } = post
  if (replies === 'everyone') return null
  const name = author.username
  const sentences = mayReply
    ? [
        t(replies === 'followers' ? phrases.comments.followersCanReply : phrases.comments.onlyAuthorCanComment),
        !isAuthor && t(phrases.comments.authorCanDeleteNote, { name }),
      ]
    : [replies === 'followers' ? t(phrases.comments.followToReply, { name }) : t(phrases.comments.commentsOff)]
  return (
    <p className={styles.who}>
      <Icon path={people} size={16} />
      <span>{sentences.filter(Boolean).join(' ')}</span>
    </p>
  )
}

/** Refetches the post on follow and unfollow, because its reply permission may depend on following. */
function useRightAfterFollow({ id, author, replies }: Post, isAuthor: boolean) {
  const queries = useQueryClient()
  const followed: FollowTarget = { kind: 'user', id: author.id }
  const { data } = useQuery<FollowState>({ queryKey: followKey(followed), queryFn: skipToken })
  const isChanging = useIsMutating({ mutationKey: followMutationKey(followed) }) > 0
  const hasRight = data?.followedByMe
  const depends = replies === 'followers' && !isAuthor && !isChanging && hasRight !== undefined
  useEffect(() => {
    if (!depends) return
    const post = queries.getQueryData(postQuery(id).queryKey)
    if (post && post.mayReply !== hasRight) void queries.fetchQuery({ ...postQuery(id), staleTime: 0 }).catch(() => {})
  }, [queries, id, depends, hasRight])
}
