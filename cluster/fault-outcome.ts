import { setTimeout as sleep } from 'node:timers/promises'
import { findLossesAfterRecovery, measureRecovery } from '../drills/recovery.ts'
import type { Fault } from './faults.ts'
import { waitUntil } from './managed-process.ts'
import { type SimulatedUsers, startLoad } from './simulated-users.ts'
import type { Cluster } from './start-cluster.ts'

/** Printed result of one fault. All counts from `lost` onwards should be 0, and `windowMs` at most `aimMs`. */
export type FaultOutcome = {
  fault: string
  answers: number
  acknowledged: number
  refused: number
  cut: number
  streams: number
  windowMs: number
  aimMs: number
  /** Longest response time in the whole run, including the time before and after the fault. */
  slowestMs: number
  lost: number
  wrong: number
  ownWritesNotSeen: number
  eventsLost: number
  /** Descriptions of the first five failures. */
  what: string[]
}

const deliveryLimitMs = 120_000

/** Describes each post that is missing in a follower's event stream, unless a later resync event replaces it. */
const findMissedEvents = ({ writers, followers }: SimulatedUsers): string[] =>
  followers.flatMap(({ posts, resyncAt }, n) =>
    writers.flatMap(({ postedAt }) =>
      [...postedAt]
        .filter(([id, at]) => !posts.has(id) && resyncAt < at)
        .map(([id]) => `stream ${n} was not told of post ${id}`),
    ),
  )

async function eventsLost(people: SimulatedUsers): Promise<string[]> {
  for (const end = performance.now() + deliveryLimitMs; performance.now() < end; await sleep(500))
    if (findMissedEvents(people).length === 0) return []
  return findMissedEvents(people)
}

const acknowledgedBy = ({ writers }: SimulatedUsers) =>
  writers.reduce((sum, { done }) => sum + done.photos.size + done.posts.size + done.likes.size, 0)

/** Applies a fault under load, waits until no request is refused, repairs the fault, and counts lost data. */
export async function applyFault(cluster: Cluster, people: SimulatedUsers, fault: Fault): Promise<FaultOutcome> {
  const known = acknowledgedBy(people)
  const { tally, stop } = startLoad(people)
  // Wait for an acknowledged write before the fault. Without such a write the run could not detect a loss.
  await waitUntil('a first post', async () => acknowledgedBy(people) > known)
  await sleep(1_000)
  const recovery = measureRecovery((markFault) => fault.inject(cluster, markFault), tally)
  await recovery.then(stop, stop)
  await fault.repair(cluster)
  const { backMs } = await recovery
  const losses = people.writers.map((writer) => findLossesAfterRecovery(people, writer, writer.done, writer.seenWhole))
  const lost = (await Promise.all(losses)).flat()
  const missedEvents = await eventsLost(people)
  const { answered: answers, refused, cut, unseen } = tally
  const wrong = [...tally.wrong, ...(fault.appMustRespond && cut > 0 ? [`${cut} were cut off, and not told why`] : [])]
  return {
    fault: fault.name,
    answers,
    acknowledged: acknowledgedBy(people) - known,
    refused,
    cut,
    streams: people.followers.length,
    windowMs: Math.round(backMs),
    aimMs: fault.aimMs,
    slowestMs: Math.round(tally.slowestMs),
    lost: lost.length,
    wrong: wrong.length,
    ownWritesNotSeen: unseen.length,
    eventsLost: missedEvents.length,
    what: [...lost, ...wrong, ...unseen, ...missedEvents].slice(0, 5),
  }
}

/** Returns whether no data was lost, wrong or missed. Ignores `windowMs`, which may exceed `aimMs` on slow machines. */
export const hasSurvived = ({
  acknowledged,
  lost,
  wrong,
  ownWritesNotSeen,
  eventsLost: events,
}: FaultOutcome): boolean => acknowledged > 0 && lost + wrong + ownWritesNotSeen + events === 0
