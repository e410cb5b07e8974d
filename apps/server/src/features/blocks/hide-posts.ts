import type { HideState } from '@pawtrait/contract/blocks.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { requireVisiblePet } from '#features/pets/visible-pet.ts'
import { requireHideRight } from '#features/premium/plan-rights.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import {
  deleteHidesOfPeriod,
  deletePetHide,
  deleteUserHide,
  type NewHide,
  upsertPetHide,
  upsertUserHide,
} from './queries.ts'

const computeEnd = (now: Date, days: number | null) => days && new Date(now.getTime() + days * DAY_MS)

const toHideState = (endsAt: Date | null): HideState => ({ hiddenByMe: true, until: endsAt?.toISOString() ?? null })
const notHidden: HideState = { hiddenByMe: false, until: null }

/**
 * Hides a user's posts in the viewer's lists. The viewer still follows the user, who is not notified.
 * @throws Problem 'not-found' for an invisible user; 'bad-request' for the viewer's own id; 'premium-required'
 */
export async function hideUser(ctx: UserContext, id: UserId, days: number | null): Promise<HideState> {
  const user = await requireVisibleUser(ctx, id)
  if (user === ctx.viewer) throw new Problem('bad-request', 'You cannot hide your own posts.')
  return hide(ctx, days, (db, row) => upsertUserHide(db, user, row))
}

/** Hides all posts that tag a pet. @throws Problem 'not-found' for an invisible pet; 'premium-required' */
export async function hidePet(ctx: UserContext, id: PetId, days: number | null): Promise<HideState> {
  const pet = await requireVisiblePet(ctx, id)
  return hide(ctx, days, (db, row) => upsertPetHide(db, pet, row))
}

/** Hides a user or pet and marks Premium as used in one transaction: a concurrent refund sees both or neither. */
async function hide(ctx: UserContext, days: number | null, upsertHide: (db: Db, row: NewHide) => Promise<unknown>) {
  const endsAt = computeEnd(ctx.now, days) || null
  await ctx.transaction(async ({ db }) => {
    const period = await requireHideRight({ ...ctx, db }, ctx.viewer)
    await upsertHide(db, { id: newId(ctx.now), by: ctx.viewer, now: ctx.now, endsAt, period })
  })
  return toHideState(endsAt)
}

/** Unhides a user; Premium is not required. @throws Problem 'not-found' for an invisible user who was not hidden */
export async function unhideUser(ctx: UserContext, id: UserId): Promise<HideState> {
  if (!(await deleteUserHide(ctx.db, ctx.viewer, id))) await requireVisibleUser(ctx, id)
  return notHidden
}

/** Unhides a pet; Premium is not required. @throws Problem 'not-found' for an invisible pet that was not hidden */
export async function unhidePet(ctx: UserContext, id: PetId): Promise<HideState> {
  if (!(await deletePetHide(ctx.db, ctx.viewer, id))) await requireVisiblePet(ctx, id)
  return notHidden
}

/** Unhides all users and pets that were hidden in a Premium period, because the period was refunded. */
export const endHidesOfPeriod = (db: Db, period: string) => deleteHidesOfPeriod(db, period)
