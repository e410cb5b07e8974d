import { NewUsername } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { isUsernameOrEmailTaken } from '#features/sign-in/queries.ts'
import type { Context } from '#platform/context.ts'
import { countRead } from '#platform/security/throttle.ts'
import { reservedUsernames } from './reserved-usernames.ts'

const PER_MINUTE = 60

/** Returns whether a username is free, or why not. @throws Problem 'too-many-requests' above 60 a minute per IP */
export async function checkUsername(ctx: Context, typed: string) {
  const key = `usernames:${ctx.secrets.mac('network', ctx.ip)}`
  await countRead(ctx.db, ctx.now, [{ key, most: PER_MINUTE, seconds: 60 }])
  const parsed = v.safeParse(NewUsername, typed)
  if (!parsed.success) return { name: typed, free: false, reason: parsed.issues[0].message }
  const name = parsed.output
  if (reservedUsernames.has(name)) return { name, free: false, reason: 'That username cannot be had.' }
  const taken = await isUsernameOrEmailTaken(ctx.db, name, '', ctx.now)
  return taken?.username ? { name, free: false, reason: 'That username is taken.' } : { name, free: true, reason: null }
}
