import type { PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import { findMentionedUsers } from '#features/mentions/view.ts'
import { accountAgeInDays, NEW_ACCOUNT_DAYS } from '#features/users/new-account-limits.ts'
import type { Context, Tx } from '#platform/context.ts'
import { lockAuthor, markPostReady, selectPostOfPhoto } from './queries.ts'

/**
 * Publishes a post if all its photos are ready. The caller has locked the author. An imported or archived post causes
 * no notification, and a live message only to its author. Posts of new accounts are checked for spam.
 */
export async function publishPost(tx: Tx, postId: PostId, now: Date): Promise<void> {
  const ready = await markPostReady(tx.db, postId)
  if (!ready) return
  await tx.live([ready.authorId], { type: 'post-ready', postId })
  const { authorId: by, caption } = ready
  if (accountAgeInDays(by, now) < NEW_ACCOUNT_DAYS) await tx.job('look-for-wave', { post: postId })
  if (!ready.isNews) return
  await tx.announce('post-arrived', { postId })
  await tx.emit('post-published', {
    postId,
    by,
    mentions: await findMentionedUsers({ db: tx.db, viewer: by }, caption),
  })
}

/** Publishes the post of a photo if all its photos are ready. If this photo failed, sends the author a live message. */
export const publishPostOfPhoto = (ctx: Context, photo: PhotoId) =>
  ctx.transaction(async (tx) => {
    const post = await selectPostOfPhoto(tx.db, photo)
    if (!post) return
    if (post.state === 'failed') await tx.live([post.authorId], { type: 'post-ready', postId: post.id })
    else {
      await lockAuthor(tx.db, post.authorId)
      await publishPost(tx, post.id, ctx.now)
    }
  })
