import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'

const ID_LETTERS = 36

type Departed = { id: UserId; deletedAt: string }

// Of that time they left: brought back and left again, an older link opens nothing.
const signature = ({ secrets }: Pick<Context, 'secrets'>, { id, deletedAt }: Departed) =>
  secrets.mac('restore-account', `${id} ${new Date(deletedAt).toISOString()}`)

/** What the link of the letter bears. It is signed, so that nothing of it needs to be kept, in no row and in no job. */
export const restoreToken = (ctx: Pick<Context, 'secrets'>, departed: Departed) =>
  `${departed.id}${signature(ctx, departed)}`

/** Whose account a link is said to be of; undefined: it is no link of ours. */
export const idInToken = (token: string): UserId | undefined => {
  const id = token.slice(0, ID_LETTERS)
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? (id as UserId) : undefined
}

/** Whether the link is the one that was mailed when they left. */
export function isTokenOf(ctx: Pick<Context, 'secrets'>, token: string, departed: Departed): boolean {
  const [given, expected] = [Buffer.from(token.slice(ID_LETTERS)), Buffer.from(signature(ctx, departed))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
