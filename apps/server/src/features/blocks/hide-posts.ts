import type { HideState } from '@pawtrait/contract/blocks.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { visiblePet } from '#features/pets/visible-pet.ts'
import { mustMayHide } from '#features/premium/user-rights.ts'
import { visibleUser } from '#features/users/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import type { Db } from '#platform/db.ts'
import { deleteHidesOf, deletePetHide, deleteUserHide, upsertPetHide, upsertUserHide } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

const endOf = (now: Date, days: number | null) => days && new Date(now.getTime() + days * DAY_MS)

const hidden = (endsAt: Date | null): HideState => ({ hiddenByMe: true, until: endsAt?.toISOString() ?? null })
const shown: HideState = { hiddenByMe: false, until: null }

/**
 * Takes the posts of a user out of the viewer's lists. They are not told and stay connected.
 * @throws Problem 'not-found' as `visibleUser`; 'bad-request' for oneself; 'premium-required'.
 */
export async function hideUser(ctx: UserContext, id: UserId, days: number | null): Promise<HideState> {
  const user = await visibleUser(ctx, id)
  if (user === ctx.viewer) throw new Problem('bad-request', 'Nobody hides their own posts.')
  await mustMayHide(ctx, ctx.viewer)
  const endsAt = endOf(ctx.now, days) || null
  await upsertUserHide(ctx.db, user, { id: newId(ctx.now), by: ctx.viewer, now: ctx.now, endsAt })
  return hidden(endsAt)
}

/** As `hideUser`, for every post that a pet is in. @throws Problem 'not-found' as `visiblePet`; 'premium-required'. */
export async function hidePet(ctx: UserContext, id: PetId, days: number | null): Promise<HideState> {
  const pet = await visiblePet(ctx, id)
  await mustMayHide(ctx, ctx.viewer)
  const endsAt = endOf(ctx.now, days) || null
  await upsertPetHide(ctx.db, pet, { id: newId(ctx.now), by: ctx.viewer, now: ctx.now, endsAt })
  return hidden(endsAt)
}

/** Needs no plan. @throws Problem 'not-found' as `visibleUser`. */
export async function unhideUser(ctx: UserContext, id: UserId): Promise<HideState> {
  await deleteUserHide(ctx.db, ctx.viewer, await visibleUser(ctx, id))
  return shown
}

/** Needs no plan. @throws Problem 'not-found' as `visiblePet`. */
export async function unhidePet(ctx: UserContext, id: PetId): Promise<HideState> {
  await deletePetHide(ctx.db, ctx.viewer, await visiblePet(ctx, id))
  return shown
}

/** What was hidden by right of a time paid for ends: it has been given back. */
export const endHidesOf = (db: Db, period: string) => deleteHidesOf(db, period)
