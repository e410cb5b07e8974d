import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'

const SECONDS = 30 * 60

const signature = ({ secrets }: Pick<Context, 'secrets'>, user: string, endsAt: string) =>
  secrets.mac('open-statements', `${user} ${endsAt}`)

/** Lets a browser open what was decided about somebody, and appeal, for half an hour; it logs nobody in. Signed. */
export function statementCookie(ctx: Pick<Context, 'secrets' | 'now'>, user: UserId): SetCookie {
  const endsAt = String(ctx.now.getTime() + SECONDS * 1000)
  return { name: 'pt_stmt', value: `${user}.${endsAt}.${signature(ctx, user, endsAt)}`, maxAgeSeconds: SECONDS }
}

/** Whose statements the cookie opens; null when it is not ours or its time is over. */
export function ownerOfStatements(ctx: Pick<Context, 'secrets' | 'now'>, value: string | undefined): UserId | null {
  const [user = '', endsAt = '', mac = ''] = (value ?? '').split('.')
  const [given, expected] = [Buffer.from(mac), Buffer.from(signature(ctx, user, endsAt))]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Number(endsAt) > ctx.now.getTime() ? (user as UserId) : null
}
