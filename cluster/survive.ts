import { setTimeout as sleep } from 'node:timers/promises'
import { settledLosses, untilCalm } from '../drills/blows.ts'
import type { Fault } from './faults.ts'
import { type People, startLoad } from './load.ts'
import type { Cluster } from './start-cluster.ts'

/** What became of one fault, as it is printed. All but the first eight should be 0, or at most the aim. */
export type Outcome = {
  fault: string
  answers: number
  acknowledged: number
  refused: number
  cut: number
  streams: number
  windowMs: number
  aimMs: number
  lost: number
  wrong: number
  ownWritesNotSeen: number
  eventsLost: number
  /** The first few of these, in words. */
  what: string[]
}

const heardWithinMs = 120_000

/** Posts that a follower's stream neither told of, nor said after that something may be missing; a line for each. */
const unheard = ({ writers, followers }: People): string[] =>
  followers.flatMap(({ posts, resyncAt }, n) =>
    writers.flatMap(({ postedAt }) =>
      [...postedAt]
        .filter(([id, at]) => !posts.has(id) && resyncAt < at)
        .map(([id]) => `stream ${n} was not told of post ${id}`),
    ),
  )

async function eventsLost(people: People): Promise<string[]> {
  for (const end = performance.now() + heardWithinMs; performance.now() < end; await sleep(500))
    if (unheard(people).length === 0) return []
  return unheard(people)
}

const acknowledgedBy = ({ writers }: People) =>
  writers.reduce((sum, { done }) => sum + done.photos.size + done.posts.size + done.likes.size, 0)

/** Strikes under load, waits until all is calm again, mends, and counts what became of it. `seen`: whole photos. */
export async function survive(cluster: Cluster, people: People, fault: Fault, seen: Set<string>[]): Promise<Outcome> {
  const known = acknowledgedBy(people)
  const { tally, stop } = startLoad(people)
  await sleep(2_000)
  const calm = untilCalm((struck) => fault.strike(cluster, struck), tally)
  await calm.then(stop, stop)
  await fault.mend(cluster)
  const { backMs } = await calm
  const losses = people.writers.map((writer, n) => settledLosses(people, writer, writer.done, seen[n] ?? new Set()))
  const lost = (await Promise.all(losses)).flat()
  const unheardOf = await eventsLost(people)
  const { answered: answers, refused, cut, wrong, unseen } = tally
  return {
    fault: fault.name,
    answers,
    acknowledged: acknowledgedBy(people) - known,
    refused,
    cut,
    streams: people.followers.length,
    windowMs: Math.round(backMs),
    aimMs: fault.aimMs,
    lost: lost.length,
    wrong: wrong.length,
    ownWritesNotSeen: unseen.length,
    eventsLost: unheardOf.length,
    what: [...lost, ...wrong, ...unseen, ...unheardOf].slice(0, 5),
  }
}

/** Nothing lost, nothing wrong, nothing missed. The window is printed beside its aim, and does not count here. */
export const isSurvived = ({ acknowledged, lost, wrong, ownWritesNotSeen, eventsLost: events }: Outcome): boolean =>
  acknowledged > 0 && lost + wrong + ownWritesNotSeen + events === 0
