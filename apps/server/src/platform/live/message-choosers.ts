import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Notice } from './live-notices.ts'

export type Told = { to: UserId[]; message: object }

/** Chooses what some users with open streams here are told. */
export type Choose = (open: UserId[], data: never) => Promise<Told[]>

// Keeps the parameter of one query small.
const USERS_PER_CHOICE = 1_000

/** The choosers of topics, one per topic. */
export function choices() {
  const choosers = new Map<string, Choose>()
  return {
    set: (topic: string, choose: Choose) => void choosers.set(topic, choose),
    of: async ({ to, message, topic, data }: Notice, open: UserId[]): Promise<Told[]> => {
      if (to && message) return [{ to, message }]
      const choose = topic && data ? choosers.get(topic) : undefined
      const messages: Told[] = []
      if (!choose) return messages
      for (let at = 0; at < open.length; at += USERS_PER_CHOICE)
        messages.push(...(await choose(open.slice(at, at + USERS_PER_CHOICE), data as never)))
      return messages
    },
  }
}

/** Time limit of a choice, since it delays all later messages. */
export const CHOICE_MS = 2_000
