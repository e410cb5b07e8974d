import type { FollowState } from '@pawtrait/contract/follows.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import { canSeePet, petNotFoundProblem, requireVisiblePet } from '#features/pets/visible-pet.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { deletePetFollow, insertPetFollow } from './queries.ts'

/** Follows a pet; idempotent. @throws Problem 'not-found' for an invisible pet; the Problems of `enforceRateLimit`. */
export async function followPet(ctx: UserContext, id: PetId): Promise<FollowState> {
  const pet = await requireVisiblePet(ctx, id)
  await enforceRateLimit(ctx, 'follows')
  const result = await insertPetFollow(ctx.db, ctx.viewer, pet, ctx.now)
  if (!result) throw petNotFoundProblem()
  if (result.changed) ctx.events.nudge()
  return { followedByMe: true, requestedByMe: false, followerCount: result.followerCount }
}

/**
 * Unfollows a pet. Returns the count 0 if the viewer cannot see the pet.
 * @throws Problem 'not-found' if the viewer cannot see the pet and did not follow it
 */
export async function unfollowPet(ctx: UserContext, id: PetId): Promise<FollowState> {
  const result = await deletePetFollow(ctx.db, ctx.viewer, id, ctx.now)
  if (result?.changed) ctx.events.nudge()
  const isSeen = await canSeePet(ctx, id)
  if (!result || !(isSeen || result.changed)) throw petNotFoundProblem()
  return { followedByMe: false, requestedByMe: false, followerCount: isSeen ? result.followerCount : 0 }
}
