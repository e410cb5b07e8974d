import { setTimeout as sleep } from 'node:timers/promises'
import { settledLosses, untilCalm } from '../drills/blows.ts'
import { until } from './engine.ts'
import type { Fault } from './faults.ts'
import { type People, startLoad } from './load.ts'
import type { Cluster } from './start-cluster.ts'

/** What became of one fault, as it is printed. All but the first nine should be 0, or at most the aim. */
export type Outcome = {
  fault: string
  answers: number
  acknowledged: number
  refused: number
  cut: number
  streams: number
  windowMs: number
  aimMs: number
  /** The longest that anybody waited for an answer, also before the blow. */
  slowestMs: number
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

/** Strikes under load, waits until all is calm again, mends, and counts what became of it. */
export async function survive(cluster: Cluster, people: People, fault: Fault): Promise<Outcome> {
  const known = acknowledgedBy(people)
  const { tally, stop } = startLoad(people)
  // Nothing acknowledged proves nothing, however slow the machine.
  await until('a first post', async () => acknowledgedBy(people) > known)
  await sleep(1_000)
  const calm = untilCalm((struck) => fault.strike(cluster, struck), tally)
  await calm.then(stop, stop)
  await fault.mend(cluster)
  const { backMs } = await calm
  const losses = people.writers.map((writer) => settledLosses(people, writer, writer.done, writer.seenWhole))
  const lost = (await Promise.all(losses)).flat()
  const unheardOf = await eventsLost(people)
  const { answered: answers, refused, cut, unseen } = tally
  const wrong = [...tally.wrong, ...(fault.isOursToSay && cut > 0 ? [`${cut} were cut off, and not told why`] : [])]
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
    eventsLost: unheardOf.length,
    what: [...lost, ...wrong, ...unseen, ...unheardOf].slice(0, 5),
  }
}

/** Nothing lost, nothing wrong, nothing missed. The window is printed beside its aim, and does not count here. */
export const isSurvived = ({ acknowledged, lost, wrong, ownWritesNotSeen, eventsLost: events }: Outcome): boolean =>
  acknowledged > 0 && lost + wrong + ownWritesNotSeen + events === 0
