import type { PetId, PostId } from '@pawtrait/contract/ids.ts'
import type { Post, PostChange } from '@pawtrait/contract/posts.ts'
import { tagsIn } from '@pawtrait/contract/tags.ts'
import type * as v from 'valibot'
import { showPhotos } from '#features/media/attach-photos.ts'
import { holdLinksBack } from '#features/users/hold-new-account.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { petsCaredFor } from './create-post.ts'
import { type OwnPostId, ownPost } from './own-post.ts'
import { lockPost, type OwnPostRow, updateAlts, updatePost, updatePostPets } from './queries.ts'
import { postById } from './view.ts'
import { noPost } from './visible-post.ts'

type Change = v.InferOutput<typeof PostChange>

/**
 * Changes what is named and leaves the rest. New words show as edited.
 * @throws Problem as `ownPost`; 'not-found' for a newly tagged pet the viewer does not care for;
 *   'validation-failed' for words of a photo that is not in the post.
 */
export async function editPost(ctx: UserContext, id: PostId, change: Change): Promise<Post> {
  const own = await ownPost(ctx, id)
  await holdLinksBack(ctx, 'caption', change.caption ?? '')
  await ctx.transaction(async (tx) => {
    const before = await lockPost(tx.db, own)
    if (!before) throw noPost()
    await changeWords(ctx, tx, own, before, change)
    if (change.pets) await changePets(ctx, tx, own, before, change.pets)
    if (change.audience && change.audience !== before.audience) await changeAudience(tx, own, before, change.audience)
  })
  return postById(ctx, id)
}

async function changeWords(ctx: UserContext, tx: Tx, own: OwnPostId, before: OwnPostRow, change: Change) {
  const { caption = before.caption, place = before.place, audience = before.audience, alts = [] } = change
  const written = new Map(before.photos.map(({ id, alt }) => [id, alt]))
  const stranger = alts.findIndex(({ photo }) => !written.has(photo))
  if (stranger >= 0) throw fieldProblem(`alts.${stranger}.photo`, 'not-in-post', 'This photo is not in the post.')
  const newAlts = alts.filter(({ photo, alt }) => written.get(photo) !== alt)
  const edited = caption !== before.caption || place !== before.place || newAlts.length > 0
  const editedAt = edited ? ctx.now.toISOString() : null
  await updatePost(tx.db, own, { caption, place, audience, editedAt }, tagsIn(caption))
  if (newAlts.length > 0) await updateAlts(tx.db, own, newAlts)
}

async function changePets(ctx: UserContext, tx: Tx, own: OwnPostId, before: OwnPostRow, pets: readonly PetId[]) {
  const had = new Set(before.pets)
  const wanted = new Set(pets)
  // A pet that was tagged once stays tagged, though the viewer may care for it no more.
  const added = await petsCaredFor(
    ctx,
    tx,
    [...wanted].filter((pet) => !had.has(pet)),
  )
  const removed = before.pets.filter((pet) => !wanted.has(pet))
  await updatePostPets(tx.db, own, { added, removed, isReady: before.isReady })
}

async function changeAudience(tx: Tx, own: OwnPostId, before: OwnPostRow, audience: Post['audience']) {
  await showPhotos(
    tx,
    before.photos.map(({ id }) => id),
    audience === 'everyone',
  )
  if (audience === 'followers') await tx.announce('post-left', { postId: own })
}
