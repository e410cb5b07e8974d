import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Notice } from './live-notices.ts'

export type Delivery = { to: UserId[]; message: object }

/** Chooses which users with open streams in this process get which message. */
export type DeliveryChooser = (open: UserId[], data: never) => Promise<Delivery[]>

// Maximum number of users in one call of a chooser, because its query has all of them in one parameter.
const USERS_PER_CHOICE = 1_000

/** Stores a chooser per topic: the function that decides which connected users get which message. */
export function createMessageChoosers() {
  const choosers = new Map<string, DeliveryChooser>()
  return {
    set: (topic: string, choose: DeliveryChooser) => void choosers.set(topic, choose),
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

/** Time limit for choosing receivers, because a slow chooser delays all later messages. */
export const CHOOSE_TIMEOUT_MS = 2_000
