import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Notice } from './live-notices.ts'

export type Delivery = { to: UserId[]; message: object }

/** Chooses messages for users with open streams in this process. */
export type ChooseDeliveries = (open: UserId[], data: never) => Promise<Delivery[]>

// Maximum number of users per call of a chooser, because the query of the chooser takes all of them as one parameter.
const USERS_PER_CHOICE = 1_000

/** Stores the chooser of each topic: the function that decides which connected users get which message. */
export function createMessageChoosers() {
  const choosers = new Map<string, ChooseDeliveries>()
  return {
    set: (topic: string, choose: ChooseDeliveries) => void choosers.set(topic, choose),
    of: async ({ to, message, topic, data }: Notice, open: UserId[]): Promise<Delivery[]> => {
      if (to && message) return [{ to, message }]
      const choose = topic && data ? choosers.get(topic) : undefined
      const messages: Delivery[] = []
      if (!choose) return messages
      for (let at = 0; at < open.length; at += USERS_PER_CHOICE)
        messages.push(...(await choose(open.slice(at, at + USERS_PER_CHOICE), data as never)))
      return messages
    },
  }
}

/** Time limit for choosing receivers, because a slow choice delays all later messages. */
export const CHOOSE_TIMEOUT_MS = 2_000
