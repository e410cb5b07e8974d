import type { ChildProcess } from 'node:child_process'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { type Metric, readAppMetrics, sumMetrics } from './metrics.ts'
import type { NodeMetrics } from './metrics-text.ts'

export type ProcessMetrics = { own: Metric[]; node: NodeMetrics }

/** Metrics of all processes. The app's own metrics are summed. Node's metrics are kept per process. */
export type GatheredMetrics = { own: Metric[]; node: NodeMetrics[] }

// IPC messages. A process requests all metrics from the supervisor, which requests those of each process.
type Message =
  | { metrics: 'all-wanted'; id: number }
  | { metrics: 'own-wanted' }
  | { metrics: 'own'; told: ProcessMetrics }
  | { metrics: 'all'; id: number; all: GatheredMetrics }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

// Time limit per process, below Prometheus's timeout. Alerts detect missing metrics of a stuck process.
const WAIT_MS = 2_000

async function readProcessMetrics(): Promise<ProcessMetrics> {
  const { readNodeMetrics } = await import('./metrics-text.ts')
  return { own: readAppMetrics(), node: await readNodeMetrics() }
}

type Channel = Pick<NodeJS.Process, 'send' | 'on'>

const waiting = new Map<number, (all: GatheredMetrics) => void>()
let [channel, lastId]: [Channel | undefined, number] = [undefined, 0]

/** Exchanges metrics with the supervisor. Loads no modules before the first request for metrics. */
export function connectMetricsToSupervisor(supervisor: Channel) {
  channel = supervisor
  supervisor.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'all') return waiting.get(message.id)?.(message.all)
    if (message.metrics !== 'own-wanted') return
    void readProcessMetrics().then((told) => supervisor.send?.({ metrics: 'own', told } satisfies Message))
  })
}

/** Returns the metrics of all processes, or of this process if the supervisor does not respond in time. */
export async function gatherMetrics(): Promise<GatheredMetrics> {
  if (channel) {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<GatheredMetrics>()
    waiting.set(id, resolve)
    channel.send?.({ metrics: 'all-wanted', id } satisfies Message)
    const all = await withTimeout(promise, WAIT_MS * 2)
    waiting.delete(id)
    if (all) return all
  }
  const { own, node } = await readProcessMetrics()
  return { own, node: [node] }
}

type Child = Pick<ChildProcess, 'send'>

/** Gathers metrics in the supervisor. Sums include processes that have ended, because a counter must never decrease. */
export function createMetricsGatherer() {
  const last = new Map<Child, Metric[]>()
  let ended: Metric[] = []
  let pending = new Map<Child, (told: ProcessMetrics) => void>()
  const collectMetrics = async (running: ReadonlySet<Child>): Promise<GatheredMetrics> => {
    pending = new Map()
    const answers = [...running].map((child) => {
      const { promise, resolve } = Promise.withResolvers<ProcessMetrics>()
      pending.set(child, resolve)
      child.send({ metrics: 'own-wanted' } satisfies Message, () => {})
      return withTimeout(promise, WAIT_MS)
    })
    const measured = (await Promise.all(answers)).filter((answer) => answer !== undefined)
    return { own: sumMetrics([ended, ...measured.map(({ own }) => own)]), node: measured.map(({ node }) => node) }
  }
  let collecting: Promise<GatheredMetrics> | undefined
  return {
    /** Handles a message of a process. Concurrent requests for all metrics share one round of messages. */
    handleMessage: (message: unknown, from: Child, running: ReadonlySet<Child>) => {
      if (!isMessage(message)) return
      if (message.metrics === 'own') {
        last.set(from, message.told.own)
        pending.get(from)?.(message.told)
      }
      if (message.metrics !== 'all-wanted') return
      collecting ??= collectMetrics(running).finally(() => {
        collecting = undefined
      })
      const { id } = message
      void collecting.then((all) => from.send({ metrics: 'all', id, all } satisfies Message, () => {}))
    },
    end: (child: Child) => {
      const counters = (last.get(child) ?? []).filter(({ type }) => type !== 'gauge')
      last.delete(child)
      ended = sumMetrics([ended, counters])
    },
  }
}
