import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'

const COOKIE_SECONDS = 30 * 60

const signAppeal = ({ secrets }: Pick<Context, 'secrets'>, user: string, endsAt: string) =>
  secrets.mac('open-statements', `${user} ${endsAt}`)

/** Returns a signed cookie with which a user can read decisions and appeal for 30 minutes, without a log-in. */
export function createAppealCookie(ctx: Pick<Context, 'secrets' | 'now'>, user: UserId): SetCookie {
  const endsAt = String(ctx.now.getTime() + COOKIE_SECONDS * 1000)
  return { name: 'pt_stmt', value: `${user}.${endsAt}.${signAppeal(ctx, user, endsAt)}`, maxAgeSeconds: COOKIE_SECONDS }
}

/** Returns the user of an appeal cookie; null when the signature is wrong or the cookie has expired. */
export function readAppealCookie(ctx: Pick<Context, 'secrets' | 'now'>, value: string | undefined): UserId | null {
  const [user = '', endsAt = '', mac = ''] = (value ?? '').split('.')
  const [received, expected] = [Buffer.from(mac), Buffer.from(signAppeal(ctx, user, endsAt))]
  const isOurs = received.length === expected.length && timingSafeEqual(received, expected)
  return isOurs && Number(endsAt) > ctx.now.getTime() ? (user as UserId) : null
}
