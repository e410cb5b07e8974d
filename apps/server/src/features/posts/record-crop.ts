import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { tagsIn } from '@pawtrait/contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { hasPostEdit, insertPostEdit, lockPost, selectPostIdOfPhoto, updatePost, wordsOf } from './edit-queries.ts'
import { lockAuthor } from './queries.ts'

/** What media tells of a photo that was cropped by itself: how it was, and the id of this edit. */
export type PhotoEdited = { photo: PhotoId; id: string } & PhotoEdit

/** A photo that stands in a post was cropped anew: that is an edit of the post. Told twice it is one. */
export const recordCrop = (ctx: Context, { photo, id, crop, rotate, adjustments }: PhotoEdited) =>
  ctx.transaction(async (tx) => {
    const post = await selectPostIdOfPhoto(tx.db, photo)
    if (!post) return
    await lockAuthor(tx.db, post.authorId)
    const was = await lockPost(tx.db, post.id)
    if (!was || (await hasPostEdit(tx.db, id))) return
    const after = wordsOf(was)
    const photos = after.photos.map((one) => (one.id === photo ? { ...one, crop, rotate, adjustments } : one))
    await updatePost(tx.db, post.id, after, tagsIn(after.caption), ctx.now)
    await insertPostEdit(tx.db, { id, postId: post.id, before: { ...after, photos } })
  })
