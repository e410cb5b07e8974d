import type { BlockedUserPage, HiddenItem, MutedUserPage } from '@pawtrait/contract/blocks.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { toPetCard } from '#features/pets/view.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import { userNotFoundProblem } from '#features/users/account/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import { formatTimedCursor, MAX_ID, parseIdCursor, parseTimedCursor, splitPage } from '#platform/database/cursor.ts'
import { type HideRow, selectBlockedUser, selectBlockedUsers, selectHides, selectMutedUsers } from './queries.ts'

function present({ user, pet, hiddenAt, until }: HideRow): HiddenItem[] {
  if (pet) return [{ type: 'pet', pet: toPetCard(pet), hiddenAt, until }]
  if (!user) return []
  return [{ type: 'user', user: toUserCard(user), hiddenAt, until }]
}

/** Returns users and pets that the viewer hides, latest first. @throws Problem 'validation-failed' for a bad cursor. */
export async function listHiddenUsersAndPets(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await selectHides(ctx.db, ctx.viewer, parseIdCursor(cursor) ?? MAX_ID, limit + 1, ctx.now)
  const { shown, last } = splitPage(rows, limit)
  return { hidden: shown.flatMap(present), cursor: last?.id ?? null }
}

/** Returns users that the viewer blocks, latest first. @throws Problem 'validation-failed' for an invalid cursor. */
export async function listBlockedUsers(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<BlockedUserPage> {
  const rows = await selectBlockedUsers(ctx.db, ctx.viewer, parseTimedCursor(cursor), limit + 1)
  const { shown, last } = splitPage(rows, limit)
  return {
    users: shown.map(({ at, ...user }) => ({ ...toUserCard(user), blockedAt: at })),
    cursor: last ? formatTimedCursor(last) : null,
  }
}

/** Returns a user that the viewer blocks. @throws Problem 'not-found' for all others, existing or not. */
export async function getBlockedUser(ctx: UserContext, username: string): Promise<UserCard> {
  const row = await selectBlockedUser(ctx.db, ctx.viewer, username.toLowerCase())
  if (!row) throw userNotFoundProblem()
  return toUserCard(row)
}

/** Returns users that the viewer mutes, latest first. @throws Problem 'validation-failed' for an invalid cursor. */
export async function listMutedUsers(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<MutedUserPage> {
  const rows = await selectMutedUsers(ctx.db, ctx.viewer, parseTimedCursor(cursor), limit + 1)
  const { shown, last } = splitPage(rows, limit)
  return {
    users: shown.map((row) => toUserCard(row)),
    cursor: last ? formatTimedCursor({ at: last.mutedAt, id: last.id }) : null,
  }
}
