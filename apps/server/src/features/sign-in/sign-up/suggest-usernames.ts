import { NewUsername } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { selectFreeUsernames } from '#features/sign-in/queries.ts'
import type { Context } from '#platform/context.ts'
import { reservedUsernames } from './reserved-usernames.ts'

const MAX_SUGGESTIONS = 3
const SUFFIXES = [2, 3, 4, 5, 6, 7, 8, 9]

/** Returns usernames made from a name, the most natural first. "Njoki W" gives njoki.w, njokiw, njoki_w, njoki.w2. */
export function deriveUsernames(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  if (words.length === 0) return []
  const dotted = words.join('.')
  const all = [dotted, words.join(''), words.join('_'), ...SUFFIXES.map((number) => dotted + number)]
  return [...new Set(all)].filter((each) => v.safeParse(NewUsername, each).success && !reservedUsernames.has(each))
}

/** Returns up to three free usernames made from the full name, or else from the typed username. */
export function suggestUsernames(ctx: Context, names: { fullname: string; typed: string }): Promise<string[]> {
  const fromFullName = deriveUsernames(names.fullname)
  const candidates = fromFullName.length > 0 ? fromFullName : deriveUsernames(names.typed)
  return selectFreeUsernames(ctx.db, candidates, { limit: MAX_SUGGESTIONS, now: ctx.now })
}
