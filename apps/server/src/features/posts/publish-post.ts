import type { PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import { usersNamedIn } from '#features/mentions/view.ts'
import { isOfNewAccount } from '#features/users/new-account-limits.ts'
import type { Context, Tx } from '#platform/context.ts'
import { lockAuthor, selectPostOfPhoto, updatePostReady } from './queries.ts'

/**
 * Lets others see the post if all its photos are ready: it counts, reaches the open streams of its readers, and
 * whom its caption names hears of it, unless it came from elsewhere with its date. The caller has locked the author.
 */
export async function publishPost(tx: Tx, postId: PostId): Promise<void> {
  const ready = await updatePostReady(tx.db, postId)
  if (!ready) return
  await tx.live([ready.authorId], { type: 'post-ready', postId })
  if (!ready.isNews) return
  await tx.announce('post-arrived', { postId })
  const { authorId: by, caption } = ready
  if (isOfNewAccount(by, postId)) await tx.job('look-for-wave', { post: postId })
  await tx.emit('post-published', { postId, by, mentions: await usersNamedIn({ db: tx.db, viewer: by }, caption) })
}

/** A photo became ready or failed: its post may be complete now, and its author hears of a failure. */
export const settlePhoto = (ctx: Context, photo: PhotoId) =>
  ctx.transaction(async (tx) => {
    const post = await selectPostOfPhoto(tx.db, photo)
    if (!post) return
    if (post.state === 'failed') await tx.live([post.authorId], { type: 'post-ready', postId: post.id })
    else {
      await lockAuthor(tx.db, post.authorId)
      await publishPost(tx, post.id)
    }
  })
