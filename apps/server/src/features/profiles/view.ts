import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { PublicUser } from '@pawtrait/contract/users.ts'
import { listPetCards } from '#features/pets/view.ts'
import { findCurrentUsername } from '#features/users/account/former-username.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import { userNotFoundProblem } from '#features/users/account/visible-user.ts'
import type { Context } from '#platform/context.ts'
import { selectProfile, selectPublicUser, type UserCountsRow } from './queries.ts'

function present<Row extends UserCountsRow>({ followers, followings, posts, ...row }: Row) {
  return { ...toUserCard(row), counts: { followers, following: followings, posts } }
}

/**
 * Returns a user and the visible users they follow (at most 5,000), last followed first. Returns no followed users of a
 * private account that the viewer does not follow.
 * @throws Problem 'not-found' for an unknown or invisible user
 */
export async function getPublicUser(ctx: Context, id: UserId): Promise<PublicUser> {
  const row = await selectPublicUser(ctx.db, ctx.viewer, id)
  if (!row) throw userNotFoundProblem()
  return present(row)
}

/** Finds a profile by its username, or by a former username given up less than ninety days ago. */
async function findProfile(ctx: Context, typedName: string) {
  if (!/^[a-z0-9_.]+$/i.test(typedName)) return undefined
  const username = typedName.toLowerCase()
  const profileRow = await selectProfile(ctx.db, ctx.viewer, username)
  if (profileRow) return profileRow
  const newName = await findCurrentUsername(ctx, username)
  return newName && selectProfile(ctx.db, ctx.viewer, newName)
}

/** Returns a profile by username, ignoring case. @throws Problem 'not-found' (unknown or invisible user) */
export async function getProfile(ctx: Context, username: string): Promise<Profile> {
  const row = await findProfile(ctx, username)
  if (!row) throw userNotFoundProblem()
  const { editedAt, ...profile } = row
  return { ...present(profile), pets: await listPetCards(ctx, row.id), ...(row.me && { editedAt }) }
}
