import { NewUsername } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { selectSignUpConflicts } from '#features/sign-in/queries.ts'
import type { Context } from '#platform/context.ts'
import { countRead } from '#platform/security/throttle.ts'
import { reservedUsernames } from './reserved-usernames.ts'
import { suggestUsernames } from './suggest-usernames.ts'

const PER_MINUTE = 60

/**
 * Returns whether a username is free. If not, also returns the reason, and up to three free usernames as suggestions.
 * @throws Problem 'too-many-requests' above 60 a minute per IP
 */
export async function checkUsername(ctx: Context, typedName: string, fullname: string) {
  const key = `usernames:${ctx.secrets.mac('network', ctx.ip)}`
  await countRead(ctx.db, ctx.now, [{ key, most: PER_MINUTE, seconds: 60 }])
  const parsed = v.safeParse(NewUsername, typedName)
  const name = parsed.success ? parsed.output : typedName
  const reason = parsed.success ? await findRefusalReason(ctx, name) : parsed.issues[0].message
  return {
    name,
    free: reason === null,
    reason,
    suggestions: reason === null ? [] : await suggestUsernames(ctx, { fullname, typed: typedName }),
  }
}

async function findRefusalReason(ctx: Context, name: string): Promise<string | null> {
  if (reservedUsernames.has(name)) return 'That username cannot be had.'
  const conflicts = await selectSignUpConflicts(ctx.db, name, '', ctx.now)
  return conflicts?.username ? 'That username is taken.' : null
}
