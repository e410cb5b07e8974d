import type { ChildProcess } from 'node:child_process'
import { inTime } from '#platform/process/in-time.ts'
import { addedMetrics, type Metric, ownMetrics } from './metrics.ts'
import type { NodeMetrics } from './metrics-text.ts'

/** What one process says when it is asked for its metrics. */
export type ProcessMetrics = { own: Metric[]; node: NodeMetrics }

/** All processes together; `node`: of each by itself. */
export type Gathered = { own: Metric[]; node: NodeMetrics[] }

// Between a process and its supervisor: one asks for all, each is asked for its own, and the first is told.
type Message =
  | { metrics: 'all-wanted'; id: number }
  | { metrics: 'own-wanted' }
  | { metrics: 'own'; told: ProcessMetrics }
  | { metrics: 'all'; id: number; all: Gathered }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

// Less than any scrape waits; a process that is stuck is left out, which alarms see by its event loop being gone.
const WAIT_MS = 2_000

async function ownOfProcess(): Promise<ProcessMetrics> {
  const { nodeMetrics } = await import('./metrics-text.ts')
  return { own: ownMetrics(), node: await nodeMetrics() }
}

type Channel = Pick<NodeJS.Process, 'send' | 'on'>

const waiting = new Map<number, (all: Gathered) => void>()
let [channel, asked]: [Channel | undefined, number] = [undefined, 0]

/** Lets the supervisor ask this process, and lets this one ask for all. Loads nothing before somebody asks. */
export function joinMetrics(supervisor: Channel) {
  channel = supervisor
  supervisor.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'all') return waiting.get(message.id)?.(message.all)
    if (message.metrics !== 'own-wanted') return
    void ownOfProcess().then((told) => supervisor.send?.({ metrics: 'own', told } satisfies Message))
  })
}

/** The metrics of all processes behind the port; of this one alone when its supervisor says nothing in time. */
export async function gatherMetrics(): Promise<Gathered> {
  if (channel) {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<Gathered>()
    waiting.set(id, resolve)
    channel.send?.({ metrics: 'all-wanted', id } satisfies Message)
    const all = await inTime(promise, WAIT_MS * 2)
    waiting.delete(id)
    if (all) return all
  }
  const { own, node } = await ownOfProcess()
  return { own, node: [node] }
}

type Child = Pick<ChildProcess, 'send'>

/**
 * The supervisor's part. What a process that has ended had counted when it was last asked stays in the sums: counters
 * never go down, or every crash would look like a rush.
 */
export function metricsGatherer() {
  const last = new Map<Child, Metric[]>()
  let ended: Metric[] = []
  let heard = new Map<Child, (told: ProcessMetrics) => void>()
  const askEach = async (running: ReadonlySet<Child>): Promise<Gathered> => {
    heard = new Map()
    const answers = [...running].map((child) => {
      const { promise, resolve } = Promise.withResolvers<ProcessMetrics>()
      heard.set(child, resolve)
      child.send({ metrics: 'own-wanted' } satisfies Message, () => {})
      return inTime(promise, WAIT_MS)
    })
    const told = (await Promise.all(answers)).filter((one) => one !== undefined)
    return { own: addedMetrics([ended, ...told.map(({ own }) => own)]), node: told.map(({ node }) => node) }
  }
  let asking: Promise<Gathered> | undefined
  return {
    /** Hears a message of a process; whoever asks while others are asked is told the same. */
    hear: (message: unknown, from: Child, running: ReadonlySet<Child>) => {
      if (!isMessage(message)) return
      if (message.metrics === 'own') {
        last.set(from, message.told.own)
        heard.get(from)?.(message.told)
      }
      if (message.metrics !== 'all-wanted') return
      asking ??= askEach(running).finally(() => {
        asking = undefined
      })
      const { id } = message
      void asking.then((all) => from.send({ metrics: 'all', id, all } satisfies Message, () => {}))
    },
    /** Keeps what a process that has ended had counted. */
    end: (child: Child) => {
      const counted = (last.get(child) ?? []).filter(({ type }) => type !== 'gauge')
      last.delete(child)
      ended = addedMetrics([ended, counted])
    },
  }
}
