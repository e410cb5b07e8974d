import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Clock } from '#platform/clock.ts'

/** Duration of presence in seconds. Presence means, for example, that a user has a post open. */
export const PRESENCE_SECONDS = 10 * 60
const SWEEP_MS = 60_000

/** Users who are viewing an object, such as a post. Each process has a copy, which broadcasts keep up to date. */
export type Presence<Thing extends string> = {
  /** Records that the user has the object open. The record expires after ten minutes. */
  enter(thing: Thing, user: UserId): void
  /** Returns those of the given users who have the object open. */
  among(thing: Thing, users: readonly UserId[]): UserId[]
}

export function createPresence<Thing extends string>(clock: Clock): Presence<Thing> {
  const present = new Map<Thing, Map<UserId, number>>()
  let sweptAt = 0
  const now = () => clock.now().getTime()
  const sweep = () => {
    if (now() - sweptAt < SWEEP_MS) return
    sweptAt = now()
    for (const [thing, users] of present) {
      for (const [user, until] of users) if (until <= now()) users.delete(user)
      if (users.size === 0) present.delete(thing)
    }
  }
  return {
    enter: (thing, user) => {
      sweep()
      const users = present.get(thing) ?? new Map<UserId, number>()
      present.set(thing, users.set(user, now() + PRESENCE_SECONDS * 1_000))
    },
    among: (thing, users) => users.filter((user) => (present.get(thing)?.get(user) ?? 0) > now()),
  }
}
