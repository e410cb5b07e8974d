import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../e2e/app.ts'
import { answers, until } from './engine.ts'
import { leaderOf, type Member, replicasOf, synchronousOf } from './patroni.ts'
import type { Cluster } from './start-cluster.ts'

/** `strike` calls `struck` at the blow and returns when the fault is over; `mend` makes all of it whole again. */
export type Fault = {
  name: string
  /** For how long people may be refused or cut off, as it is aimed at. */
  aimMs: number
  strike: (cluster: Cluster, struck: () => void) => Promise<void>
  mend: (cluster: Cluster) => Promise<void>
}

const badMs = 8_000

/** Every member answers, as many follow as there are others, and what is written stands on two. */
async function allFollow({ databases: { members } }: Cluster) {
  await until('every replica', async () => (await replicasOf(members)).length === members.length - 1, 120_000)
  await until('a synchronous replica', async () => (await synchronousOf(members)).length > 0, 60_000)
}

function appNode(): Fault {
  return {
    name: 'app node killed',
    aimMs: 1_000,
    strike: async ({ nodes }, struck) => {
      struck()
      nodes[1]?.app.process.kill('SIGKILL')
      await sleep(3_000)
    },
    mend: async ({ nodes }) => {
      const node = nodes[1]
      if (node) node.app = await startApp(node.settings)
    },
  }
}

/** One whose machine dies; it comes back when all is mended. */
function member(name: string, aimMs: number, find: (members: Member[]) => Promise<Member | undefined>): Fault {
  let killed: Member | undefined
  return {
    name,
    aimMs,
    strike: async ({ databases }, struck) => {
      killed = await find(databases.members)
      if (!killed) throw new Error(`nobody to be killed: ${name}`)
      struck()
      databases.kill(killed)
      const others = databases.members.filter((one) => one !== killed)
      await until('a primary', async () => (await leaderOf(others)) !== undefined)
    },
    mend: async (cluster) => {
      if (killed) cluster.databases.start(killed)
      await allFollow(cluster)
    },
  }
}

function network(weather: 'stalled' | 'cut' | 'slow', aimMs: number): Fault {
  return {
    name: `network from a node to the primary ${weather} for ${badMs / 1_000} s`,
    aimMs,
    strike: async ({ network: way }, struck) => {
      struck()
      way.become(weather)
      await sleep(badMs)
      way.become('good')
    },
    mend: async ({ nodes }) => {
      const [first] = nodes
      await until('the node', () => answers(`${first?.app.origin}/readyz`))
    },
  }
}

/** The faults of a cluster in turn; the primary is killed so many times. */
export const faults = (primaries: number): Fault[] => [
  appNode(),
  member('replica killed', 1_000, async (members) => (await replicasOf(members))[0]),
  ...Array.from({ length: primaries }, (_, n) => member(`primary killed, time ${n + 1}`, 15_000, leaderOf)),
  network('cut', 1_000 + badMs),
  network('stalled', 1_000 + badMs),
  network('slow', 0),
]

/** The least that shows a cluster: its primary and a node of the app die. */
export const shortFaults = (): Fault[] => [appNode(), member('primary killed', 15_000, leaderOf)]
