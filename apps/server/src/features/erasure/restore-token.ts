import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'

const ID_LENGTH = 36

type DeletedUser = { id: UserId; deletedAt: string }

// The signature covers the time of deletion, so links from an earlier deletion of the account are invalid.
const signature = ({ secrets }: Pick<Context, 'secrets'>, { id, deletedAt }: DeletedUser) =>
  secrets.mac('restore-account', `${id} ${new Date(deletedAt).toISOString()}`)

/** Returns the token of the restore link. The token is signed, so that no row or job needs to store it. */
export const createRestoreToken = (ctx: Pick<Context, 'secrets'>, deletedUser: DeletedUser) =>
  `${deletedUser.id}${signature(ctx, deletedUser)}`

/** Returns the user id in a token, unverified; undefined if the id is malformed. */
export const readUserIdFromToken = (token: string): UserId | undefined => {
  const id = token.slice(0, ID_LENGTH)
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? (id as UserId) : undefined
}

export function isValidRestoreToken(ctx: Pick<Context, 'secrets'>, token: string, deletedUser: DeletedUser): boolean {
  const [actual, expected] = [Buffer.from(token.slice(ID_LENGTH)), Buffer.from(signature(ctx, deletedUser))]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
