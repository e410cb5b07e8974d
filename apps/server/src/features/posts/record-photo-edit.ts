import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { findHashtags } from '@pawtrait/contract/text/hashtags.ts'
import type { Context } from '#platform/context.ts'
import {
  hasPostEdit,
  insertPostEdit,
  lockPost,
  selectPostIdOfPhoto,
  toPostVersion,
  updatePost,
} from './edit-queries.ts'
import { lockAuthor } from './queries.ts'

/** Payload of `photo-edited`: a photo's state before PATCH /api/photos/:id edits it. `id` identifies the edit. */
export type PhotoEditedPayload = { photo: PhotoId; id: string } & PhotoEdit

/** Records a changed crop, rotation or adjustment of a post's photo as an edit of the post. Idempotent per edit id. */
export const recordPhotoEdit = (ctx: Context, { photo, id, crop, rotate, adjustments }: PhotoEditedPayload) =>
  ctx.transaction(async (tx) => {
    const post = await selectPostIdOfPhoto(tx.db, photo)
    if (!post) return
    await lockAuthor(tx.db, post.authorId)
    const current = await lockPost(tx.db, post.id)
    if (!current || (await hasPostEdit(tx.db, id))) return
    const after = toPostVersion(current)
    const photos = after.photos.map((each) => (each.id === photo ? { ...each, crop, rotate, adjustments } : each))
    await updatePost(tx.db, post.id, after, findHashtags(after.caption), ctx.now)
    await insertPostEdit(tx.db, { id, postId: post.id, before: { ...after, photos } })
  })
